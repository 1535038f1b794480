"""The ladder's own tables.

Ids compare by their bytes everywhere (collation "C"): the order of equal players must not depend on
the database's language. Games carry no foreign key to their season, for every start would lock the
season's row; whoever inserts one has read the season.
"""

from datetime import datetime
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    CheckConstraint,
    Index,
    Integer,
    SmallInteger,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from shared.db import Id, Instant
from shared.tables import TransactionId, current_transaction

Key = String(36).with_variant(String(36, collation="C"), "postgresql")
Number = BigInteger().with_variant(Integer, "sqlite")
_Json = JSON(none_as_null=True)


class Base(DeclarativeBase):
    type_annotation_map = {  # noqa: RUF012
        datetime: Instant,
        int: Integer,
        dict[str, Any]: _Json,
        list[str]: _Json,
    }


def table_of(model: type[Base]) -> Table:
    """The table behind a model: games are many, and are moved without objects for each."""
    table = model.__table__
    assert isinstance(table, Table)
    return table


class CalendarRow(Base):
    """One row, made by the first migration: who holds its lock may add to the calendar."""

    __tablename__ = "ladder_calendar"
    __table_args__ = (CheckConstraint("id = 1", name="one_calendar"),)

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)


class QueueRow(Base):
    """One row: who holds its lock pairs the queue, alone."""

    __tablename__ = "ladder_queue"
    __table_args__ = (CheckConstraint("id = 1", name="one_queue"),)

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)


class SeasonRow(Base):
    """`revision` numbers the confirmed rankings; 0 while the season is not final."""

    __tablename__ = "ladder_seasons"
    __table_args__ = (CheckConstraint("starts_at < ends_at", name="ends_after_start"),)

    id: Mapped[str] = mapped_column(Id, primary_key=True)
    name: Mapped[str] = mapped_column(String(120))
    starts_at: Mapped[datetime] = mapped_column(unique=True)
    ends_at: Mapped[datetime]
    settings: Mapped[dict[str, Any]] = mapped_column(JSON)
    created_by: Mapped[str] = mapped_column(Id)
    created_at: Mapped[datetime]
    revision: Mapped[int] = mapped_column(server_default=text("0"))


class ConfirmationRow(Base):
    """A confirmed ranking; from revision 2 on `adjustment` is what corrected it."""

    __tablename__ = "ladder_confirmations"

    season_id: Mapped[str] = mapped_column(Key, primary_key=True)
    revision: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    confirmed_at: Mapped[datetime]
    prize: Mapped[list[str]]
    adjustment: Mapped[int | None] = mapped_column(Number)


class PlayerRow(Base):
    """An account in a season: the fold over its counted games, and its place in the ranking.

    `finished`, `last_started` and `last_game` are the last counted game's place in the order of
    play. The ranking is read along one index in one direction, hence the negated columns.
    """

    __tablename__ = "ladder_players"
    __table_args__ = (
        UniqueConstraint("season_id", "account_id", name="one_player_an_account"),
        CheckConstraint("minus_points = -points", name="points_negated"),
        CheckConstraint("minus_games = -rated_games", name="games_negated"),
        CheckConstraint("listed = (rated_games > 0 AND NOT disqualified)", name="who_is_listed"),
        Index(
            "ladder_ranking",
            "season_id",
            "minus_points",
            "minus_games",
            "finished",
            "account_id",
            sqlite_where=text("listed = 1"),
            postgresql_where=text("listed"),
        ),
        Index(
            "ladder_disqualified",
            "season_id",
            "account_id",
            sqlite_where=text("disqualified = 1"),
            postgresql_where=text("disqualified"),
        ),
    )

    id: Mapped[int] = mapped_column(Number, primary_key=True, autoincrement=True)
    season_id: Mapped[str] = mapped_column(Key)
    account_id: Mapped[str] = mapped_column(Key)
    points: Mapped[int]
    streak: Mapped[int]
    rated_games: Mapped[int]
    wins: Mapped[int]
    finished: Mapped[int] = mapped_column(Number)
    last_started: Mapped[int] = mapped_column(Number)
    last_game: Mapped[str] = mapped_column(Key)
    minus_points: Mapped[int]
    minus_games: Mapped[int]
    listed: Mapped[bool]
    disqualified: Mapped[bool] = mapped_column(Boolean, server_default=false())
    revision: Mapped[int] = mapped_column(server_default=text("0"))


class PastRow(Base):
    """What a player's row was before a change.

    With it the ranking can be read as it stood: in a confirmed revision (`until_revision` is the
    last one in which this held), or when somebody began to read it page by page (`xid` says which
    transaction changed it). Those of the second kind are kept for minutes only.
    """

    __tablename__ = "ladder_past"
    __table_args__ = (
        Index("ladder_past_of_player", "player_id"),
        Index("ladder_past_since", "season_id", "id"),
        Index(
            "ladder_past_revisions",
            "season_id",
            "until_revision",
            sqlite_where=text("until_revision > 0"),
            postgresql_where=text("until_revision > 0"),
        ),
        # A number is never given twice, or what changed later could seem to be older.
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(Number, primary_key=True, autoincrement=True)
    season_id: Mapped[str] = mapped_column(Key)
    player_id: Mapped[int] = mapped_column(Number)
    account_id: Mapped[str] = mapped_column(Key)
    points: Mapped[int]
    streak: Mapped[int]
    rated_games: Mapped[int]
    wins: Mapped[int]
    finished: Mapped[int] = mapped_column(Number)
    minus_points: Mapped[int]
    minus_games: Mapped[int]
    listed: Mapped[bool]
    disqualified: Mapped[bool]
    until_revision: Mapped[int]
    replaced_at: Mapped[datetime]
    xid: Mapped[int] = mapped_column(TransactionId, server_default=current_transaction())


class CountRow(Base):
    """How many listed players of a season stand somewhere; a row for each place that is not empty.

    Each level is finer than the one before: level 0 counts those with so many points, level 1
    those of them with so many rated games, level 2 those of them whose last finish lies in one
    stretch of time. What a level does not tell apart is 0.
    """

    __tablename__ = "ladder_counts"

    season_id: Mapped[str] = mapped_column(Key, primary_key=True)
    level: Mapped[int] = mapped_column(SmallInteger, primary_key=True, autoincrement=False)
    points: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    rated_games: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    stretch: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    players: Mapped[int]


_ASKED = "here AND (finished_at IS NULL OR called_off)"
_PENDING = "NOT voided AND (finished_at IS NULL OR under_review)"


class GameRow(Base):
    """A game. A player is an account, or a guest's name as reported, or the id under which a guest
    or the computer plays here.

    `pair` is a hash of the two accounts, to find the pair's other games by. `opens_until` is set,
    in real time, while a game of the queue waits for its duel to open; `called_off` once that took
    too long. `revision` counts voids and their undoing.
    """

    __tablename__ = "ladder_games"
    __table_args__ = (
        Index(
            "ladder_rated_pairs",
            "pair",
            "started_at",
            sqlite_where=text("unrated_reason IS NULL"),
            postgresql_where=text("unrated_reason IS NULL"),
        ),
        Index(
            "ladder_pending",
            "season_id",
            "started_at",
            sqlite_where=text(_PENDING),
            postgresql_where=text(_PENDING),
        ),
        Index(
            "ladder_asked_duels",
            "id",
            sqlite_where=text(_ASKED),
            postgresql_where=text(_ASKED),
        ),
        Index(
            "ladder_opening",
            "opens_until",
            sqlite_where=text("opens_until IS NOT NULL"),
            postgresql_where=text("opens_until IS NOT NULL"),
        ),
    )

    id: Mapped[str] = mapped_column(Key, primary_key=True)
    season_id: Mapped[str] = mapped_column(Key)
    origin: Mapped[str] = mapped_column(String(8))
    first_id: Mapped[str | None] = mapped_column(Key)
    first_guest: Mapped[str | None] = mapped_column(String(80))
    first_visitor: Mapped[str | None] = mapped_column(Key)
    second_id: Mapped[str | None] = mapped_column(Key)
    second_guest: Mapped[str | None] = mapped_column(String(80))
    second_visitor: Mapped[str | None] = mapped_column(Key)
    pair: Mapped[int | None] = mapped_column(Number)
    unrated_reason: Mapped[str | None] = mapped_column(String(16))
    started_at: Mapped[datetime]
    finished_at: Mapped[datetime | None]
    ending: Mapped[str | None] = mapped_column(String(24))
    phase: Mapped[str | None] = mapped_column(String(16))
    winner: Mapped[int | None] = mapped_column(SmallInteger)
    left_side: Mapped[int | None] = mapped_column(SmallInteger)
    voided: Mapped[bool] = mapped_column(server_default=false())
    under_review: Mapped[bool] = mapped_column(server_default=false())
    revision: Mapped[int] = mapped_column(server_default=text("0"))
    opens_until: Mapped[datetime | None]
    called_off: Mapped[bool] = mapped_column(server_default=false())
    here: Mapped[bool] = mapped_column(server_default=false())


class SideRow(Base):
    """A game in a player's history, in the order of play; of a counted one what it did.

    The key is the order of play itself. Every counted row holds the whole form after it, so that
    a fold can begin anywhere.
    """

    __tablename__ = "ladder_sides"

    player_id: Mapped[int] = mapped_column(Number, primary_key=True, autoincrement=False)
    finished: Mapped[int] = mapped_column(Number, primary_key=True, autoincrement=False)
    started: Mapped[int] = mapped_column(Number, primary_key=True, autoincrement=False)
    game_id: Mapped[str] = mapped_column(Key, primary_key=True)
    counted: Mapped[bool]
    won: Mapped[bool]
    points_before: Mapped[int]
    points_after: Mapped[int]
    streak_after: Mapped[int]
    games_after: Mapped[int]
    wins_after: Mapped[int]


class ReportRow(Base):
    """What a game server reported under an id of its own, and what it was answered.

    The prints are digests of what was said of the start and of the end; the second is null while
    only the start was reported.
    """

    __tablename__ = "ladder_reports"

    external_id: Mapped[str] = mapped_column(String(200), primary_key=True)
    game_id: Mapped[str] = mapped_column(Key, unique=True)
    reporter: Mapped[str] = mapped_column(Key)
    start_print: Mapped[str] = mapped_column(String(64))
    end_print: Mapped[str | None] = mapped_column(String(64))
    answer: Mapped[dict[str, Any] | None]
    reported_at: Mapped[datetime]


class GuestRow(Base):
    """Somebody who plays without an account; their name is kept as anybody's."""

    __tablename__ = "ladder_guests"

    account_id: Mapped[str] = mapped_column(Id, primary_key=True)


class TicketRow(Base):
    """Somebody in the queue; real time. `game_id` is set once they are paired."""

    __tablename__ = "ladder_tickets"

    account_id: Mapped[str] = mapped_column(Key, primary_key=True)
    joined_at: Mapped[datetime]
    seen_at: Mapped[datetime] = mapped_column(index=True)
    game_id: Mapped[str | None] = mapped_column(Key, index=True)


class DuelRow(Base):
    """What the match service told of a live duel: that it opened, how it ended, or both.

    A row begins with either. While it has opened and not ended its players are busy; the computer
    and guests stand in it like anybody.
    """

    __tablename__ = "ladder_duels"
    __table_args__ = tuple(
        Index(
            f"ladder_busy_{side}",
            f"{side}_id",
            sqlite_where=text("opened = 1 AND ended = 0"),
            postgresql_where=text("opened AND NOT ended"),
        )
        for side in ("first", "second")
    )

    match_id: Mapped[str] = mapped_column(Key, primary_key=True)
    kind: Mapped[str] = mapped_column(String(16))
    first_id: Mapped[str] = mapped_column(Key)
    second_id: Mapped[str] = mapped_column(Key)
    opened: Mapped[bool] = mapped_column(server_default=false())
    ended: Mapped[bool] = mapped_column(server_default=false())
    finished_at: Mapped[datetime | None]
    ending: Mapped[str | None] = mapped_column(String(24))
    phase: Mapped[str | None] = mapped_column(String(16))
    winner: Mapped[int | None] = mapped_column(SmallInteger)
    left_side: Mapped[int | None] = mapped_column(SmallInteger)


class AdjustmentRow(Base):
    """An operator's act on a season; this log only grows."""

    __tablename__ = "ladder_adjustments"
    __table_args__ = (Index("ladder_adjustments_of_season", "season_id", "id"),)

    id: Mapped[int] = mapped_column(Number, primary_key=True, autoincrement=True)
    season_id: Mapped[str] = mapped_column(Key)
    kind: Mapped[str] = mapped_column(String(24))
    game_id: Mapped[str | None] = mapped_column(Key)
    account_id: Mapped[str | None] = mapped_column(Key)
    author_id: Mapped[str] = mapped_column(Key)
    reason: Mapped[str] = mapped_column(Text)
    at: Mapped[datetime]
