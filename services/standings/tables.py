"""The standings' own tables: facts as they were told, and the tables published from them.

Facts refer to each other by plain ids: any of them may come before what it refers to.
"""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, BigInteger, Index, Integer, String, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from shared.db import Id, Instant


class Base(DeclarativeBase):
    pass


class SeasonRow(Base):
    """A copy of a season's settings; whoever publishes its tables holds this row's lock.

    `pages` is how many the list of participants has, `last_round` the last one that closed,
    set once the season is over. What has not been told yet is null.
    """

    __tablename__ = "seasons"

    id: Mapped[str] = mapped_column(Id, primary_key=True)
    name: Mapped[str | None] = mapped_column(String(200))
    format: Mapped[str | None] = mapped_column(String(32))
    time_zone: Mapped[str | None] = mapped_column(String(64))
    points: Mapped[dict[str, int] | None] = mapped_column(JSON(none_as_null=True))
    rounds: Mapped[int | None]
    pages: Mapped[int | None]
    last_round: Mapped[int | None]


class ParticipantRow(Base):
    """A participant's lot; `page` is the page of the list that it came with."""

    __tablename__ = "participants"
    __table_args__ = (UniqueConstraint("season_id", "number", name="one_lot_each"),)

    season_id: Mapped[str] = mapped_column(Id, primary_key=True)
    account_id: Mapped[str] = mapped_column(Id, primary_key=True)
    number: Mapped[int]
    page: Mapped[int]


class RoundRow(Base):
    """What is known of a round.

    The times are those of the season's change `times_revision` (-1: none told yet).
    `matches` is how many results its close announced, null while it is open; `bye` who earns
    the bye's points.
    """

    __tablename__ = "rounds"

    season_id: Mapped[str] = mapped_column(Id, primary_key=True)
    round: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    paired: Mapped[bool]
    preparing_from: Mapped[datetime | None] = mapped_column(Instant)
    closes_at: Mapped[datetime | None] = mapped_column(Instant)
    times_revision: Mapped[int]
    matches: Mapped[int | None]
    bye: Mapped[str | None] = mapped_column(Id)


class MatchRow(Base):
    """A match that was paired, so that an open one is told from one that does not exist."""

    __tablename__ = "matches"

    match_id: Mapped[str] = mapped_column(Id, primary_key=True)
    season_id: Mapped[str] = mapped_column(Id)
    round: Mapped[int]


class ResultRow(Base):
    """One revision of a match's result; `act` is null in the first."""

    __tablename__ = "results"
    __table_args__ = (
        UniqueConstraint("season_id", "act", name="one_result_an_act"),
        Index("ix_results_counted", "season_id", "revision", "round", "acts"),
    )

    match_id: Mapped[str] = mapped_column(Id, primary_key=True)
    revision: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    season_id: Mapped[str] = mapped_column(Id)
    round: Mapped[int]
    first: Mapped[str] = mapped_column(Id)
    second: Mapped[str] = mapped_column(Id)
    outcome: Mapped[str] = mapped_column(String(8))
    by: Mapped[str] = mapped_column(String(32))
    first_played: Mapped[bool]
    second_played: Mapped[bool]
    first_attempts: Mapped[int]
    second_attempts: Mapped[int]
    first_solved: Mapped[bool]
    second_solved: Mapped[bool]
    first_points: Mapped[int]
    second_points: Mapped[int]
    attempt_difference: Mapped[int]
    annulled: Mapped[bool]
    act: Mapped[int | None]
    acts: Mapped[int]


class DisqualificationRow(Base):
    """A disqualification obeyed, as one of the season's acts."""

    __tablename__ = "disqualifications"

    season_id: Mapped[str] = mapped_column(Id, primary_key=True)
    act: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    account_id: Mapped[str] = mapped_column(Id)
    last_round: Mapped[int | None]


class PublishedRow(Base):
    """One revision of a table, counting the acts up to `act`; `rows` hold no names."""

    __tablename__ = "published_tables"

    season_id: Mapped[str] = mapped_column(Id, primary_key=True)
    round: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    revision: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    act: Mapped[int]
    published_at: Mapped[datetime] = mapped_column(Instant)
    digest: Mapped[str] = mapped_column(String(64))
    rows: Mapped[list[list[Any]]] = mapped_column(JSON)


class LookRow(Base):
    """A season is to be looked at: committed together with the fact that is the reason.

    `due_at` is null where looking failed and only a further fact gives reason to try again.
    """

    __tablename__ = "looks"

    id: Mapped[int] = mapped_column(
        BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True
    )
    season_id: Mapped[str] = mapped_column(Id, index=True)
    due_at: Mapped[datetime | None] = mapped_column(Instant, index=True)
    correlation_id: Mapped[str] = mapped_column(String(128))
    causation_id: Mapped[str | None] = mapped_column(String(128))
    traceparent: Mapped[str | None] = mapped_column(String(128))
