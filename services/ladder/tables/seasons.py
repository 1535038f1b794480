"""Seasons of the ladder, what their rankings are confirmed as, and what operators did to them."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, CheckConstraint, Index, String, Text, text
from sqlalchemy.orm import Mapped, mapped_column

from services.ladder.tables.base import Base, Key, Number
from shared.db import Id


class CalendarRow(Base):
    """One row, made by the first migration: who holds its lock may add to the calendar."""

    __tablename__ = "ladder_calendar"
    __table_args__ = (CheckConstraint("id = 1", name="one_calendar"),)

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
