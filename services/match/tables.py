"""What the match service keeps: seasons and rounds as told, duels and their moves, Aura. What only
live duels have stands in `live_tables`.

Attempts and clues have natural keys, so that a secret move takes no number that anyone else
could count. No row of a league's duel says when it was last touched.
"""

from datetime import datetime
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    CheckConstraint,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    String,
    Text,
    UniqueConstraint,
    false,
    text,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from shared.db import Id, Instant

_Settings = JSON(none_as_null=True)


class Base(DeclarativeBase):
    type_annotation_map = {datetime: Instant, dict[str, Any]: _Settings}  # noqa: RUF012


class Season(Base):
    """What was told of a season; a row may begin with any of its events.

    `revision` is that of the latest `SeasonChanged`, to which `held_round` and `held_phase` belong.
    Once the season is over, `last_round` is the last that closed; `cancelled_at` is set if it was
    called off, `called_off` once its open duels are closed. `acts` counts corrections and
    disqualifications obeyed.
    """

    __tablename__ = "seasons"

    id: Mapped[str] = mapped_column(Id, primary_key=True)
    rounds: Mapped[int | None]
    revision: Mapped[int] = mapped_column(server_default=text("-1"))
    held_round: Mapped[int | None]
    held_phase: Mapped[str | None] = mapped_column(String(16))
    last_round: Mapped[int | None]
    cancelled_at: Mapped[datetime | None]
    called_off: Mapped[bool] = mapped_column(server_default=false())
    acts: Mapped[int] = mapped_column(server_default=text("0"))


class Round(Base):
    """What was told of a round.

    `solving_opened` and `due` say that the scheduler opened solving and closed the round; `drawn`
    and `settled` that nothing is left to do about it. `departures` comes with the close.
    """

    __tablename__ = "rounds"
    __table_args__ = (
        Index(
            "ix_rounds_to_draw",
            "solving_from",
            sqlite_where=text("drawn = 0"),
            postgresql_where=text("NOT drawn"),
        ),
        Index(
            "ix_rounds_to_settle",
            "closes_at",
            sqlite_where=text("due = 1 AND settled = 0"),
            postgresql_where=text("due AND NOT settled"),
        ),
    )

    season_id: Mapped[str] = mapped_column(Id, ForeignKey("seasons.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    times_revision: Mapped[int] = mapped_column(server_default=text("-1"))
    preparing_from: Mapped[datetime | None]
    solving_from: Mapped[datetime | None]
    closes_at: Mapped[datetime | None]
    points: Mapped[dict[str, Any] | None]
    game: Mapped[dict[str, Any] | None]
    clues: Mapped[dict[str, Any] | None]
    optimal: Mapped[str | None] = mapped_column(String(16))
    solving_opened: Mapped[bool] = mapped_column(server_default=false())
    drawn: Mapped[bool] = mapped_column(server_default=false())
    due: Mapped[bool] = mapped_column(server_default=false())
    departures: Mapped[int | None]
    settled: Mapped[bool] = mapped_column(server_default=false())


class Match(Base):
    """A duel's fixed facts, its end, and the revision of its result in force.

    A live one has no season, no round and no place in it, but a row among the `live_duels`.
    """

    __tablename__ = "matches"
    __table_args__ = (
        ForeignKeyConstraint(["season_id", "round"], ["rounds.season_id", "rounds.number"]),
        UniqueConstraint("season_id", "round", "place"),
    )

    id: Mapped[str] = mapped_column(Id, primary_key=True)
    season_id: Mapped[str | None] = mapped_column(Id)
    round: Mapped[int | None]
    place: Mapped[int | None]
    points_difference: Mapped[int | None]
    rank_difference: Mapped[int | None]
    met_before: Mapped[int | None]
    ended_at: Mapped[datetime | None]
    result_revision: Mapped[int | None]


class Side(Base):
    """One player of a duel and the code set for the other; one match a player and round.

    `seen_at` is the last sign of a live duel's player.
    """

    __tablename__ = "sides"
    __table_args__ = (
        UniqueConstraint("season_id", "round", "account_id"),
        Index("ix_sides_account_id", "account_id"),
    )

    match_id: Mapped[str] = mapped_column(Id, ForeignKey("matches.id"), primary_key=True)
    side: Mapped[str] = mapped_column(String(6), primary_key=True)
    season_id: Mapped[str | None] = mapped_column(Id)
    round: Mapped[int | None]
    account_id: Mapped[str] = mapped_column(Id)
    draft: Mapped[str | None] = mapped_column(String(8))
    code: Mapped[str | None] = mapped_column(String(8))
    code_generated: Mapped[bool] = mapped_column(server_default=false())
    seen_at: Mapped[datetime | None]


class Attempt(Base):
    """An attempt of a side at the other's code."""

    __tablename__ = "attempts"
    __table_args__ = (ForeignKeyConstraint(["match_id", "side"], ["sides.match_id", "sides.side"]),)

    match_id: Mapped[str] = mapped_column(Id, primary_key=True)
    side: Mapped[str] = mapped_column(String(6), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    guess: Mapped[str] = mapped_column(String(8))
    exact: Mapped[int]
    partial: Mapped[int]
    at: Mapped[datetime]


class Clue(Base):
    """A clue that a side bought; no position is told to it twice."""

    __tablename__ = "clues"
    __table_args__ = (
        ForeignKeyConstraint(["match_id", "side"], ["sides.match_id", "sides.side"]),
        UniqueConstraint("match_id", "side", "position"),
    )

    match_id: Mapped[str] = mapped_column(Id, primary_key=True)
    side: Mapped[str] = mapped_column(String(6), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    position: Mapped[int]
    symbol: Mapped[str] = mapped_column(String(1))
    at: Mapped[datetime]


class Result(Base):
    """One revision of a match's result; from the second on with who changed it, and why.

    `acts` is how many acts the season had seen when this was decided. `left` is who left a live
    duel, in which phase.
    """

    __tablename__ = "results"

    match_id: Mapped[str] = mapped_column(Id, ForeignKey("matches.id"), primary_key=True)
    revision: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    outcome: Mapped[str] = mapped_column(String(8))
    by: Mapped[str] = mapped_column(String(32))
    first_points: Mapped[int]
    second_points: Mapped[int]
    attempt_difference: Mapped[int]
    first_played: Mapped[bool]
    first_solved: Mapped[bool]
    first_attempts: Mapped[int]
    second_played: Mapped[bool]
    second_solved: Mapped[bool]
    second_attempts: Mapped[int]
    annulled: Mapped[bool]
    at: Mapped[datetime]
    act: Mapped[int | None]
    acts: Mapped[int] = mapped_column(server_default=text("0"))
    operator_id: Mapped[str | None] = mapped_column(Id)
    reason: Mapped[str | None] = mapped_column(Text)
    left: Mapped[str | None] = mapped_column(String(6))
    left_phase: Mapped[str | None] = mapped_column(String(16))


class Review(Base):
    """Whether a match's result is under review, as the gateway told last."""

    __tablename__ = "reviews"

    match_id: Mapped[str] = mapped_column(Id, primary_key=True)
    under_review: Mapped[bool]
    revision: Mapped[int]


class Bar(Base):
    """A withdrawal or disqualification obeyed.

    `act` numbers a disqualification, and `last_round` is what it was told with.
    """

    __tablename__ = "bars"
    __table_args__ = (Index("ix_bars_account", "season_id", "account_id"),)

    season_id: Mapped[str] = mapped_column(Id, ForeignKey("seasons.id"), primary_key=True)
    departure: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    account_id: Mapped[str] = mapped_column(Id)
    kind: Mapped[str] = mapped_column(String(16))
    from_round: Mapped[int]
    act: Mapped[int | None]
    last_round: Mapped[int | None]


class Wallet(Base):
    """An account's Aura; `entries` counts its movements."""

    __tablename__ = "wallets"
    __table_args__ = (CheckConstraint("balance >= 0", name="balance_not_negative"),)

    account_id: Mapped[str] = mapped_column(Id, primary_key=True)
    balance: Mapped[int] = mapped_column(BigInteger, server_default=text("0"))
    entries: Mapped[int] = mapped_column(server_default=text("0"))


class AuraEntry(Base):
    """One movement of a wallet; an operator's has their id."""

    __tablename__ = "aura_entries"

    account_id: Mapped[str] = mapped_column(Id, ForeignKey("wallets.account_id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    amount: Mapped[int]
    reason: Mapped[str] = mapped_column(Text)
    at: Mapped[datetime]
    balance_after: Mapped[int] = mapped_column(BigInteger)
    operator_id: Mapped[str | None] = mapped_column(Id)
