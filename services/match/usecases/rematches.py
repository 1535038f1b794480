"""Playing again: of two who met at a private table one asks, and the other sits down.

Both may ask: whoever comes second sits down at the first one's table. The lock of the duel that
they have played puts the two in order.
"""

from dataclasses import asdict

from services.match.domain.duel import Duel
from services.match.domain.tables import Table, rematch_side
from services.match.store import accounts, duels, tables
from services.match.usecases.tables import open_table, sit_down, welcome
from shared.events.catalogue import DuelChanged
from shared.unit_of_work import UnitOfWork
from shared.web.tokens import Caller


def look(uow: UnitOfWork, caller: Caller, match_id: str) -> Table | None:
    """The table kept for a rematch of a duel of the caller's; None if nobody waits at one.

    Raises `NotFound`, and what `rematch_side` raises.
    """
    rematch_side(duels.find(uow, match_id), caller.account, uow.now())
    return _standing(uow, tables.rematch_of(uow, match_id))


def ask(uow: UnitOfWork, caller: Caller, match_id: str) -> Table:
    """Ask for a rematch, or sit down where the other has asked. Again: the same table.

    Raises also `AlreadyPlaying`, `OpponentPlaying`.
    """
    welcome(uow, caller)
    stored, now = duels.lock(uow, match_id)
    duel = stored.duel
    rematch_side(duel, caller.account, now)
    found = tables.rematch_of(uow, match_id, for_change=True)
    table = _standing(uow, found)
    if table is None:
        return _offer(uow, caller, duel, found)
    if table.match_id is None and table.account_id != caller.account:
        sit_down(uow, caller, table)
        _tell_other(uow, caller, duel)
    return tables.rematch_of(uow, match_id) or table


def call_off(uow: UnitOfWork, caller: Caller, match_id: str) -> None:
    """Take the question back, or say no to it; nothing happens where nobody asks."""
    stored, now = duels.lock(uow, match_id)
    duel = stored.duel
    rematch_side(duel, caller.account, now)
    table = tables.rematch_of(uow, match_id, for_change=True)
    if table is not None and table.match_id is None:
        tables.drop(uow, table.id)
        _tell_other(uow, caller, duel)


def _offer(uow: UnitOfWork, caller: Caller, duel: Duel, former: Table | None) -> Table:
    if former is not None:
        tables.drop(uow, former.id)
    table = open_table(uow, caller, asdict(duel.game), rematch_of=duel.match_id)
    _tell_other(uow, caller, duel)
    return table


def _standing(uow: UnitOfWork, table: Table | None) -> Table | None:
    """A table at which somebody who can play waits, or at which the rematch began."""
    if table is None or table.match_id is not None:
        return table
    waits = table.is_open(uow.now()) and not accounts.is_suspended(uow, table.account_id)
    return table if waits else None


def _tell_other(uow: UnitOfWork, caller: Caller, duel: Duel) -> None:
    side = rematch_side(duel, caller.account, uow.now()).other
    account_id = duel.player(side).account_id
    uow.emit(DuelChanged(match_id=duel.match_id, account_id=account_id))
