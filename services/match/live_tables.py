"""What the match service keeps of live duels beside their matches, sides and moves."""

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, Index, String, false, text
from sqlalchemy.orm import Mapped, mapped_column

from services.match.tables import Base
from shared.db import Id


class LiveDuel(Base):
    """What a live duel has beside its match.

    `level` is the computer's, where it plays the second side. `solving_from` and `closes_at` are
    there once solving has begun; `due_at`, until the end, is when it ends if nothing happens
    before. `opening_heard` and `end_heard` by the ladder.
    """

    __tablename__ = "live_duels"
    __table_args__ = (
        Index(
            "ix_live_duels_due_at",
            "due_at",
            sqlite_where=text("due_at IS NOT NULL"),
            postgresql_where=text("due_at IS NOT NULL"),
        ),
    )

    match_id: Mapped[str] = mapped_column(Id, ForeignKey("matches.id"), primary_key=True)
    kind: Mapped[str] = mapped_column(String(16))
    origin: Mapped[str] = mapped_column(String(16))
    rated: Mapped[bool]
    unrated_reason: Mapped[str | None] = mapped_column(String(16))
    level: Mapped[str | None] = mapped_column(String(16))
    game: Mapped[dict[str, Any]]
    preparation_seconds: Mapped[int]
    solve_seconds: Mapped[int]
    abandon_seconds: Mapped[int]
    first_is_guest: Mapped[bool] = mapped_column(server_default=false())
    second_is_guest: Mapped[bool] = mapped_column(server_default=false())
    opened_at: Mapped[datetime]
    solving_from: Mapped[datetime | None]
    closes_at: Mapped[datetime | None]
    due_at: Mapped[datetime | None]
    opening_heard: Mapped[bool] = mapped_column(server_default=false())
    end_heard: Mapped[bool] = mapped_column(server_default=false())


class Engagement(Base):
    """The one open live duel of an account; there before the duel is, and gone when it ends."""

    __tablename__ = "engagements"

    account_id: Mapped[str] = mapped_column(Id, primary_key=True)
    match_id: Mapped[str] = mapped_column(Id)


class LadderGame(Base):
    """What the ladder told of a game; a row may begin with its being called off.

    `waiting` for its duel to open, as long as one of its players is in another.
    """

    __tablename__ = "ladder_games"
    __table_args__ = (
        Index(
            "ix_ladder_games_waiting",
            "started_at",
            sqlite_where=text("waiting = 1"),
            postgresql_where=text("waiting"),
        ),
    )

    id: Mapped[str] = mapped_column(Id, primary_key=True)
    first: Mapped[str | None] = mapped_column(Id)
    second: Mapped[str | None] = mapped_column(Id)
    rated: Mapped[bool | None]
    unrated_reason: Mapped[str | None] = mapped_column(String(16))
    preparation_seconds: Mapped[int | None]
    solve_seconds: Mapped[int | None]
    abandon_seconds: Mapped[int | None]
    started_at: Mapped[datetime | None]
    called_off: Mapped[bool] = mapped_column(server_default=false())
    waiting: Mapped[bool] = mapped_column(server_default=false())


class PrivateTable(Base):
    """A table that somebody opened for whoever has its invite code: one open table an account.

    `match_id` is the duel, once somebody has joined. `rematch_of` is the duel that the two have
    played, where the table is kept for the other: one table for each.
    """

    __tablename__ = "private_tables"
    __table_args__ = (
        Index(
            "ix_private_tables_open",
            "account_id",
            unique=True,
            sqlite_where=text("match_id IS NULL"),
            postgresql_where=text("match_id IS NULL"),
        ),
        Index("ix_private_tables_rematch_of", "rematch_of", unique=True),
    )

    id: Mapped[str] = mapped_column(Id, primary_key=True)
    invite_code: Mapped[str] = mapped_column(String(32), unique=True)
    account_id: Mapped[str] = mapped_column(Id)
    is_guest: Mapped[bool] = mapped_column(server_default=false())
    game: Mapped[dict[str, Any]]
    opened_at: Mapped[datetime]
    expires_at: Mapped[datetime]
    match_id: Mapped[str | None] = mapped_column(Id, ForeignKey("matches.id"))
    rematch_of: Mapped[str | None] = mapped_column(Id)


class Presence(Base):
    """When the service's own timers last gave a sign of life, and when they were last away."""

    __tablename__ = "presence"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    seen_at: Mapped[datetime]
    away_from: Mapped[datetime | None]
    away_until: Mapped[datetime | None]
