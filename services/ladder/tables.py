"""The ladder's own tables."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, CheckConstraint, String
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from shared.db import Id, Instant


class Base(DeclarativeBase):
    pass


class CalendarRow(Base):
    """One row, made by the first migration: who holds its lock may add to the calendar."""

    __tablename__ = "ladder_calendar"
    __table_args__ = (CheckConstraint("id = 1", name="one_calendar"),)

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)


class SeasonRow(Base):
    __tablename__ = "ladder_seasons"
    __table_args__ = (CheckConstraint("starts_at < ends_at", name="ends_after_start"),)

    id: Mapped[str] = mapped_column(Id, primary_key=True)
    name: Mapped[str] = mapped_column(String(120))
    starts_at: Mapped[datetime] = mapped_column(Instant, unique=True)
    ends_at: Mapped[datetime] = mapped_column(Instant)
    settings: Mapped[dict[str, Any]] = mapped_column(JSON)
    created_by: Mapped[str] = mapped_column(Id)
    created_at: Mapped[datetime] = mapped_column(Instant)
