"""Tickets of the queue: one an account. Instants are real time."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Row, delete, func, select, update

from services.ladder.tables.base import table_of
from services.ladder.tables.queue import QueueRow, TicketRow
from shared.inserting import insert_new
from shared.unit_of_work import UnitOfWork

_TICKETS = table_of(TicketRow)
_WAITING = TicketRow.game_id.is_(None)


def lock_queue(uow: UnitOfWork) -> None:
    """Whoever has the queue's row pairs, and is the only one to."""
    uow.connection.execute(select(table_of(QueueRow)).with_for_update()).one()


def add(uow: UnitOfWork, account_id: str, at: datetime, game_id: str | None = None) -> None:
    """Give an account a ticket unless it has one, of the game that waits for its duel, if any."""
    row = {"account_id": account_id, "joined_at": at, "seen_at": at, "game_id": game_id}
    insert_new(uow.connection, TicketRow, [row], ["account_id"])


def of(uow: UnitOfWork, account_id: str) -> Row[Any] | None:
    asked = select(_TICKETS).where(TicketRow.account_id == account_id)
    return uow.connection.execute(asked).first()


def see(uow: UnitOfWork, account_id: str, at: datetime) -> None:
    """Its owner has looked at a ticket."""
    mine = update(TicketRow).where(TicketRow.account_id == account_id)
    uow.connection.execute(mine.values(seen_at=at))


def remove(uow: UnitOfWork, account_ids: Iterable[str]) -> None:
    gone = TicketRow.account_id.in_(sorted(account_ids))
    uow.connection.execute(delete(TicketRow).where(gone))


def remove_waiting(uow: UnitOfWork, account_ids: Iterable[str]) -> None:
    """Take tickets of accounts that are not paired."""
    gone = TicketRow.account_id.in_(sorted(account_ids))
    uow.connection.execute(delete(TicketRow).where(gone, _WAITING))


def remove_of_game(uow: UnitOfWork, game_id: str) -> None:
    uow.connection.execute(delete(TicketRow).where(TicketRow.game_id == game_id))


def remove_silent(uow: UnitOfWork, before: datetime) -> None:
    """Drop those who wait and have not looked since."""
    uow.connection.execute(delete(TicketRow).where(_WAITING, TicketRow.seen_at < before))


def clear(uow: UnitOfWork) -> None:
    """Drop everybody who waits."""
    uow.connection.execute(delete(TicketRow).where(_WAITING))


def waiting(uow: UnitOfWork, most: int) -> Sequence[Row[Any]]:
    """Those who wait longest."""
    asked = select(_TICKETS).where(_WAITING).order_by(TicketRow.joined_at, TicketRow.account_id)
    return uow.connection.execute(asked.limit(most)).all()


def still_waiting(uow: UnitOfWork, account_ids: Iterable[str]) -> set[str]:
    asked = select(TicketRow.account_id).where(
        _WAITING, TicketRow.account_id.in_(sorted(account_ids))
    )
    return set(uow.connection.execute(asked).scalars())


def give_game(uow: UnitOfWork, account_ids: Iterable[str], game_id: str) -> None:
    paired = update(TicketRow).where(TicketRow.account_id.in_(sorted(account_ids)))
    uow.connection.execute(paired.values(game_id=game_id))


def put_back(uow: UnitOfWork, game_id: str) -> None:
    """The players of a game that was called off wait again, as long as they have."""
    paired = update(TicketRow).where(TicketRow.game_id == game_id)
    uow.connection.execute(paired.values(game_id=None))


def counted(uow: UnitOfWork, silent_before: datetime) -> tuple[int, int]:
    """How many wait, and how many of them in silence."""
    silent = func.count().filter(TicketRow.seen_at < silent_before)
    asked = select(func.count(), silent).where(_WAITING)
    row = uow.connection.execute(asked).one()
    return row[0], row[1]
