"""Who waits to be paired, and who is at play in a live duel."""

from datetime import datetime

from sqlalchemy import CheckConstraint, Index, SmallInteger, String, false, text
from sqlalchemy.orm import Mapped, mapped_column

from services.ladder.tables.base import Base, Key
from shared.db import Id


class QueueRow(Base):
    """One row: who holds its lock pairs the queue, alone."""

    __tablename__ = "ladder_queue"
    __table_args__ = (CheckConstraint("id = 1", name="one_queue"),)

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)


class TicketRow(Base):
    """Somebody in the queue; real time. `game_id` is set once they are paired."""

    __tablename__ = "ladder_tickets"

    account_id: Mapped[str] = mapped_column(Key, primary_key=True)
    joined_at: Mapped[datetime]
    seen_at: Mapped[datetime] = mapped_column(index=True)
    game_id: Mapped[str | None] = mapped_column(Key, index=True)


class GuestRow(Base):
    """Somebody who plays without an account; their name is kept as anybody's."""

    __tablename__ = "ladder_guests"

    account_id: Mapped[str] = mapped_column(Id, primary_key=True)


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
