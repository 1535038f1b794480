"""What listeners are told, and what they know already."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from services.gateway.tables.base import Base, Counter
from shared.db import Id, Instant


class LiveEventRow(Base):
    """Something told to everybody (`audience` empty) or to one account.

    `number` counts its audience's events without gaps; `stored_at` is when it may be forgotten by.
    """

    __tablename__ = "live_events"
    __table_args__ = (Index("live_events_of", "audience", "number", unique=True),)

    seq: Mapped[int] = mapped_column(Counter, primary_key=True, autoincrement=True)
    audience: Mapped[str] = mapped_column(Id)
    number: Mapped[int] = mapped_column(Counter)
    type: Mapped[str] = mapped_column(String(32))
    data: Mapped[dict[str, Any]] = mapped_column(JSON)
    stored_at: Mapped[datetime] = mapped_column(Instant, index=True)


class LiveCountRow(Base):
    """How many events an audience was ever told."""

    __tablename__ = "live_counts"

    audience: Mapped[str] = mapped_column(Id, primary_key=True)
    count: Mapped[int] = mapped_column(Counter)


class LiveSeasonRow(Base):
    """What the listeners of a season know; its lock orders what they are told."""

    __tablename__ = "live_seasons"

    season_id: Mapped[str] = mapped_column(Id, primary_key=True)
    swiss: Mapped[bool]
    announced: Mapped[bool]
    revision: Mapped[int]
    over: Mapped[bool]
    steps: Mapped[int]


class LiveRoundRow(Base):
    """A round to come: paired or not, and when its preparing begins as far as is known."""

    __tablename__ = "live_rounds"

    season_id: Mapped[str] = mapped_column(Id, primary_key=True)
    round: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    paired: Mapped[bool]
    preparing_from: Mapped[datetime | None] = mapped_column(Instant, index=True)
    times_revision: Mapped[int]


class LiveTableRow(Base):
    """The newest revision of a round's table that listeners were told of."""

    __tablename__ = "live_tables"

    season_id: Mapped[str] = mapped_column(Id, primary_key=True)
    round: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    revision: Mapped[int]
