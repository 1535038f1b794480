"""What the scheduler keeps: seasons, who takes part, rounds, who meets whom, and tables to pair by.

Constraints decide races: one row for each account and season, one number of the lot for each
participant, one seat for each account and round.
"""

from datetime import date, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    CheckConstraint,
    Date,
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


class Base(DeclarativeBase):
    type_annotation_map = {datetime: Instant, date: Date, dict[str, Any]: JSON}  # noqa: RUF012


class SeasonRow(Base):
    """A season. `rules` holds points, game, clues, cadence, swiss_rounds and min_participants.

    `announced` is set once registration has opened, `revision` counts the changes of its clock,
    `departures` those who left after the close of registration. `next_at` is the next instant at
    which its clock has something to do, `draw_at` since when a round waits to be drawn.
    """

    __tablename__ = "seasons"
    __table_args__ = (
        Index("ix_seasons_next_at", "next_at"),
        Index("ix_seasons_draw_at", "draw_at"),
        Index("ix_seasons_state", "state"),
    )

    id: Mapped[str] = mapped_column(Id, primary_key=True)
    name: Mapped[str] = mapped_column(String(120))
    format: Mapped[str] = mapped_column(String(24))
    time_zone: Mapped[str] = mapped_column(String(64))
    registration_opens_at: Mapped[datetime]
    registration_closes_at: Mapped[datetime]
    starts_on: Mapped[date | None]
    starts_at: Mapped[datetime | None]
    rules: Mapped[dict[str, Any]]
    state: Mapped[str] = mapped_column(String(16))
    announced: Mapped[bool] = mapped_column(server_default=false())
    rounds: Mapped[int | None]
    paired: Mapped[int] = mapped_column(server_default=text("0"))
    closed: Mapped[int] = mapped_column(server_default=text("0"))
    held_end: Mapped[datetime | None]
    resumed_end: Mapped[datetime | None]
    cancel_reason: Mapped[str | None] = mapped_column(Text)
    cancelled_at: Mapped[datetime | None]
    seed: Mapped[str] = mapped_column(String(64))
    participants: Mapped[int] = mapped_column(server_default=text("0"))
    revision: Mapped[int] = mapped_column(server_default=text("0"))
    departures: Mapped[int] = mapped_column(server_default=text("0"))
    next_at: Mapped[datetime | None]
    draw_at: Mapped[datetime | None]
    created_by: Mapped[str] = mapped_column(Id)
    created_at: Mapped[datetime]


class PostponementRow(Base):
    __tablename__ = "postponements"

    season_id: Mapped[str] = mapped_column(Id, ForeignKey("seasons.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    at: Mapped[datetime]
    unit: Mapped[str] = mapped_column(String(8))
    amount: Mapped[int]
    reason: Mapped[str] = mapped_column(Text)


class ParticipantRow(Base):
    """Who registered. `number` is the lot's; `…_obeyed` once the match service refuses moves."""

    __tablename__ = "participants"
    __table_args__ = (
        UniqueConstraint("season_id", "number", name="one_participant_a_number"),
        Index("ix_participants_registered", "season_id", "registered_at", "account_id"),
        Index("ix_participants_account", "account_id"),
    )

    season_id: Mapped[str] = mapped_column(Id, ForeignKey("seasons.id"), primary_key=True)
    account_id: Mapped[str] = mapped_column(Id, primary_key=True)
    registered_at: Mapped[datetime]
    number: Mapped[int | None]
    status: Mapped[str] = mapped_column(String(16))
    out_from_round: Mapped[int | None]
    withdrawal_obeyed: Mapped[bool] = mapped_column(server_default=false())
    disqualification_obeyed: Mapped[bool] = mapped_column(server_default=false())


class DepartureRow(Base):
    """Who left after the close of registration, in the order in which they did.

    `kind` is the status that it gave them; `last_round` is set where the season had finished
    before.
    """

    __tablename__ = "departures"

    season_id: Mapped[str] = mapped_column(Id, ForeignKey("seasons.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    account_id: Mapped[str] = mapped_column(Id)
    kind: Mapped[str] = mapped_column(String(16))
    from_round: Mapped[int]
    last_round: Mapped[int | None]


class RoundRow(Base):
    """A round of a season whose registration has closed.

    The three dates are set by the calendar alone; the instants are null before a timed round is
    announced. `matches` is null before the round is drawn. `times_revision` is the season's
    revision, and `times_set_at` the instant, that brought the present times. `departures` is how
    many had left the season when the round closed.
    """

    __tablename__ = "rounds"

    season_id: Mapped[str] = mapped_column(Id, ForeignKey("seasons.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    prepares_on: Mapped[date | None]
    solves_on: Mapped[date | None]
    ends_on: Mapped[date | None]
    preparing_from: Mapped[datetime | None]
    solving_from: Mapped[datetime | None]
    closes_at: Mapped[datetime | None]
    times_revision: Mapped[int] = mapped_column(server_default=text("0"))
    times_set_at: Mapped[datetime | None]
    paired_at: Mapped[datetime | None]
    matches: Mapped[int | None]
    bye: Mapped[str | None] = mapped_column(Id)
    optimal: Mapped[str | None] = mapped_column(String(16))
    digest: Mapped[str | None] = mapped_column(String(64))
    solving_opened: Mapped[bool] = mapped_column(server_default=false())
    closed_at: Mapped[datetime | None]
    departures: Mapped[int | None]


class MatchRow(Base):
    """A match, the `place`th of its round; the three figures are those of a Swiss pairing."""

    __tablename__ = "matches"
    __table_args__ = (
        ForeignKeyConstraint(["season_id", "round"], ["rounds.season_id", "rounds.number"]),
        CheckConstraint("first <> second", name="two_players"),
        Index("ix_matches_round", "season_id", "round"),
    )

    id: Mapped[str] = mapped_column(Id, primary_key=True)
    season_id: Mapped[str] = mapped_column(Id)
    round: Mapped[int]
    first: Mapped[str] = mapped_column(Id)
    second: Mapped[str] = mapped_column(Id)
    place: Mapped[int] = mapped_column(server_default=text("0"))
    points_difference: Mapped[int | None]
    rank_difference: Mapped[int | None]
    met_before: Mapped[int | None]


class SeatRow(Base):
    """Where an account sits in a round: at a match, or out with the bye (`match_id` null)."""

    __tablename__ = "seats"

    season_id: Mapped[str] = mapped_column(Id, primary_key=True)
    round: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    account_id: Mapped[str] = mapped_column(Id, primary_key=True)
    match_id: Mapped[str | None] = mapped_column(Id, ForeignKey("matches.id"))


class RankingRow(Base):
    """A page of the first revision of a table: `ranking` is [[account id, points], …] in order."""

    __tablename__ = "rankings"

    season_id: Mapped[str] = mapped_column(Id, primary_key=True)
    round: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    page: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    pages: Mapped[int]
    ranking: Mapped[list[Any]] = mapped_column(JSON)


class PresenceRow(Base):
    """One row: when the scheduler was last seen at work, by competition time."""

    __tablename__ = "presence"
    __table_args__ = (CheckConstraint("id = 1", name="one_presence"),)

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    seen_at: Mapped[datetime]


class AbsenceRow(Base):
    """From when to when nobody was at work, or (`season_id`) one season was held."""

    __tablename__ = "absences"

    season_id: Mapped[str] = mapped_column(Id, primary_key=True)
    begins_at: Mapped[datetime] = mapped_column(primary_key=True)
    ends_at: Mapped[datetime] = mapped_column(primary_key=True)
