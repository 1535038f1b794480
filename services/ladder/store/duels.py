"""Live duels as far as the match service has told of them: who is busy, and with what."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import ColumnElement, and_, not_, or_, select, update

from services.ladder.domain.game import End
from services.ladder.store.games import end_of, end_values
from services.ladder.tables.base import table_of
from services.ladder.tables.queue import DuelRow
from shared.inserting import insert_new
from shared.unit_of_work import UnitOfWork

_DUELS = table_of(DuelRow)
_OPEN = and_(DuelRow.opened, not_(DuelRow.ended))


def enter(uow: UnitOfWork, match_id: str, kind: str, first: str, second: str) -> None:
    """Have a row for a duel, whatever was told of it first."""
    row = {
        "match_id": match_id,
        "kind": kind,
        "first_id": first,
        "second_id": second,
        "opened": False,
        "ended": False,
    }
    insert_new(uow.connection, DuelRow, [row], ["match_id"])


def open_it(uow: UnitOfWork, match_id: str) -> End | None:
    """Note that a duel has opened; how it ended, if that is known already."""
    of_duel = update(DuelRow).where(DuelRow.match_id == match_id)
    uow.connection.execute(of_duel.values(opened=True))
    row = uow.connection.execute(select(_DUELS).where(DuelRow.match_id == match_id)).one()
    return end_of(row)


def end_it(uow: UnitOfWork, match_id: str, end: End) -> None:
    of_duel = update(DuelRow).where(DuelRow.match_id == match_id)
    uow.connection.execute(of_duel.values(ended=True, **end_values(end)))


def open_of(uow: UnitOfWork, account_id: str) -> list[tuple[str, str]]:
    """Id and kind of the live duels that an account is in."""
    asked = select(DuelRow.match_id, DuelRow.kind).where(_OPEN, _plays([account_id]))
    return [(row.match_id, row.kind) for row in uow.connection.execute(asked)]


def busy(uow: UnitOfWork, account_ids: Iterable[str]) -> set[str]:
    """Which of the accounts are in a live duel."""
    wanted = set(account_ids)
    asked = select(DuelRow.first_id, DuelRow.second_id).where(_OPEN, _plays(wanted))
    return {one for row in uow.connection.execute(asked) for one in row} & wanted


def _plays(account_ids: Iterable[str]) -> ColumnElement[bool]:
    ids: Any = sorted(account_ids)
    return or_(DuelRow.first_id.in_(ids), DuelRow.second_id.in_(ids))
