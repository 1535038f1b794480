"""Accounts as the ladder locks them: one row each, whatever the season.

The row is the one that holds an account's name. Whoever decides about games of accounts locks
their rows first, in one order, so that two decisions about one player are made one after the other.
"""

from collections.abc import Iterable

from sqlalchemy import exists, or_, select

from services.ladder.tables.queue import GuestRow
from shared.inserting import insert_new
from shared.many import among
from shared.prepared import Prepared
from shared.tables import names
from shared.unit_of_work import UnitOfWork

_LOCK = Prepared(
    select(
        names.c.account_id,
        exists().where(GuestRow.account_id == names.c.account_id).label("is_guest"),
    )
    .where(among(names.c.account_id, "ids"))
    .order_by(names.c.account_id)
    .with_for_update(),
)


def lock(uow: UnitOfWork, account_ids: Iterable[str]) -> set[str]:
    """Lock the accounts; which of them there are, as far as the ladder has heard."""
    return {one for one, is_guest in lock_people(uow, account_ids).items() if not is_guest}


def lock_people(uow: UnitOfWork, account_ids: Iterable[str]) -> dict[str, bool]:
    """Lock accounts and guests; whether each one that there is is a guest."""
    wanted = sorted(set(account_ids))
    if not wanted:
        return {}
    return {row.account_id: row.is_guest for row in uow.ask(_LOCK, ids=wanted)}


def note_guest(uow: UnitOfWork, account_id: str) -> None:
    insert_new(uow.connection, GuestRow, [{"account_id": account_id}], ["account_id"])


def lock_anyway(uow: UnitOfWork, account_ids: Iterable[str]) -> None:
    """As `lock`, for accounts that exist though word of them may still be on its way."""
    wanted = sorted(set(account_ids))
    rows = [{"account_id": one, "suspended": False, "deleted": False} for one in wanted]
    insert_new(uow.connection, names, rows, ["account_id"])
    lock(uow, wanted)


def barred(uow: UnitOfWork, account_ids: Iterable[str]) -> set[str]:
    """Which of the accounts are suspended or gone."""
    asked = select(names.c.account_id).where(
        names.c.account_id.in_(sorted(account_ids)), or_(names.c.suspended, names.c.deleted)
    )
    return set(uow.connection.execute(asked).scalars())
