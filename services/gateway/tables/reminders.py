"""Whom to remind of what, and who wants it. What falls due goes by competition time, mail by real
time.
"""

from datetime import datetime

from sqlalchemy import ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from services.gateway.tables.base import Base
from shared.db import Id, Instant


class MailWishRow(Base):
    """In which language somebody is written to, and whether they want reminders."""

    __tablename__ = "mail_wishes"

    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id"), primary_key=True)
    language: Mapped[str] = mapped_column(String(8))
    reminders: Mapped[bool]


class PlayedRoundRow(Base):
    """A round that is paired or announced, as far as reminders go.

    `step` is how many of its kinds of reminders are done, `reached` the last match of the present
    one that was.
    """

    __tablename__ = "played_rounds"

    season_id: Mapped[str] = mapped_column(Id, primary_key=True)
    round: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    preparing_from: Mapped[datetime | None] = mapped_column(Instant)
    solving_from: Mapped[datetime | None] = mapped_column(Instant)
    closes_at: Mapped[datetime | None] = mapped_column(Instant)
    times_revision: Mapped[int]
    step: Mapped[int]
    due_at: Mapped[datetime | None] = mapped_column(Instant, index=True)
    reached: Mapped[str] = mapped_column(Id)


class PlayedMatchRow(Base):
    """Who meets whom in a match that has no result yet."""

    __tablename__ = "played_matches"
    __table_args__ = (Index("played_matches_of", "season_id", "round", "match_id"),)

    match_id: Mapped[str] = mapped_column(Id, primary_key=True)
    season_id: Mapped[str] = mapped_column(Id)
    round: Mapped[int]
    first: Mapped[str] = mapped_column(Id)
    second: Mapped[str] = mapped_column(Id)
    over: Mapped[bool]


class ReminderRow(Base):
    """One reminder, once: `about` is the match or the ladder season.

    `try_after` is null once it was sent, or once nobody needs it.
    """

    __tablename__ = "reminders"

    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id"), primary_key=True)
    kind: Mapped[str] = mapped_column(String(16), primary_key=True)
    about: Mapped[str] = mapped_column(Id, primary_key=True)
    until: Mapped[datetime] = mapped_column(Instant)
    attempts: Mapped[int]
    try_after: Mapped[datetime | None] = mapped_column(Instant, index=True)
    made_at: Mapped[datetime] = mapped_column(Instant, index=True)
