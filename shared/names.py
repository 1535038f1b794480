"""The current-name table: what accounts are called now, kept from the gateway's events."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, select, update

from shared.errors import Forbidden
from shared.events.catalogue import (
    AccountDeleted,
    AccountRegistered,
    AccountRenamed,
    AccountSuspended,
    EventType,
)
from shared.inserting import insert_new
from shared.many import among
from shared.prepared import Prepared
from shared.service import Handler
from shared.tables import names
from shared.unit_of_work import UnitOfWork
from shared.waiting import wait_until

if TYPE_CHECKING:
    from shared.runtime import Runtime

DELETED_PLAYER = "deleted player"

PATIENCE_SECONDS = 2.0
PAUSE_SECONDS = 0.02

COMPUTERS: dict[str, str] = {
    "easy": "00000000-0000-7000-8000-0000000000c1",
    "normal": "00000000-0000-7000-8000-0000000000c2",
    "perfect": "00000000-0000-7000-8000-0000000000c3",
}
"""The ids under which the computer plays, by its level. They are nobody's accounts."""

_NAMED = Prepared(
    select(names.c.account_id, names.c.display_name).where(
        among(names.c.account_id, "ids"), names.c.display_name.is_not(None)
    ),
)
_COMPUTER_NAMES = {id: f"Computer ({level})" for level, id in COMPUTERS.items()}


def keep_name(uow: UnitOfWork, event: AccountRegistered | AccountRenamed) -> None:
    """Take a name over unless a later one, or a deletion, is already known."""
    _upsert(
        uow.connection,
        event.account_id,
        {"display_name": event.display_name, "revision": event.revision},
    )


def keep_suspension(uow: UnitOfWork, event: AccountSuspended) -> None:
    _upsert(
        uow.connection,
        event.account_id,
        {"suspended": event.suspended, "suspension_revision": event.revision},
    )


def keep_deletion(uow: UnitOfWork, event: AccountDeleted) -> None:
    """Leave a tombstone: no event that comes later or again brings the name back."""
    _upsert(
        uow.connection,
        event.account_id,
        {"display_name": None, "deleted": True, "revision": event.revision},
    )


# A name told again comes as that of a registration, with its present revision.
KEPT_OF_ACCOUNTS: tuple[EventType, ...] = (AccountRegistered, AccountSuspended, AccountDeleted)

NAME_HANDLERS: dict[EventType, Handler] = {
    AccountRegistered: keep_name,
    AccountRenamed: keep_name,
    AccountSuspended: keep_suspension,
    AccountDeleted: keep_deletion,
}


def learn_name(uow: UnitOfWork, account_id: str, display_name: str) -> None:
    """Note a caller's name from their own token, in case the event is still on its way."""
    known = uow.connection.execute(
        select(names.c.account_id).where(names.c.account_id == account_id)
    )
    if known.first() is None:
        _upsert(uow.connection, account_id, {"display_name": display_name, "revision": 0})


def ensure_not_deleted(uow: UnitOfWork, account_id: str) -> None:
    """Raise `Forbidden` for an account that is gone though its token may still be good."""
    gone = select(names.c.deleted).where(names.c.account_id == account_id)
    if uow.connection.execute(gone).scalar():
        raise Forbidden("That account has been deleted")


class NotHeardOf(Exception):
    """Nobody has told of some accounts that a request names. They may have been made just now.

    The request leaves no trace, waits for word without a transaction, and is done once more.
    """

    def __init__(self, account_ids: Iterable[str]) -> None:
        super().__init__()
        self.account_ids = frozenset(account_ids)


def require_heard_of(uow: UnitOfWork, account_ids: Iterable[str]) -> None:
    """Raise `NotHeardOf` for accounts of which no word has come, unless it was waited for.

    To be called before the request has any effect. Whoever is not known after the wait does not
    exist.
    """
    lacking = set(account_ids)
    if lacking and not uow.has_waited:
        raise NotHeardOf(lacking)


def await_accounts(runtime: "Runtime", account_ids: Iterable[str]) -> None:
    """Give word of accounts that were made just now a moment to arrive."""
    wanted = set(account_ids)
    wait_until(
        lambda: _known_among(runtime, wanted) == wanted,
        patience=PATIENCE_SECONDS,
        every=PAUSE_SECONDS,
    )


def await_lifting(runtime: "Runtime", account_id: str) -> None:
    """Give word that a suspension was lifted a moment to arrive: the gateway let its account in.

    To be called before a transaction is open.
    """
    wait_until(
        lambda: not _is_suspended(runtime, account_id),
        patience=PATIENCE_SECONDS,
        every=PAUSE_SECONDS,
    )


def _is_suspended(runtime: "Runtime", account_id: str) -> bool:
    asked = select(names.c.suspended).where(names.c.account_id == account_id)
    with runtime.reading() as uow:
        return bool(uow.connection.execute(asked).scalar())


def _known_among(runtime: "Runtime", account_ids: set[str]) -> set[str]:
    known = select(names.c.account_id).where(among(names.c.account_id, account_ids))
    with runtime.reading() as uow:
        return set(uow.connection.execute(known).scalars())


def is_computer(account_id: str) -> bool:
    """Whether it is the computer that plays under this id, and no account."""
    return account_id in _COMPUTER_NAMES


def names_of(uow: UnitOfWork, account_ids: Iterable[str]) -> dict[str, str]:
    """Display names by account id; `DELETED_PLAYER` for who is gone or not known."""
    wanted = sorted(set(account_ids))
    found = {id: _COMPUTER_NAMES.get(id, DELETED_PLAYER) for id in wanted}
    if wanted:
        found.update(dict(uow.ask(_NAMED, ids=wanted)))
    return found


def _upsert(connection: Connection, account_id: str, values: dict[str, Any]) -> None:
    """Apply `values` unless the row already has their kind of revision or a later one.

    Names and suspensions are counted apart: a rename that comes after a later suspension is
    still news.
    """
    row = {"account_id": account_id, "suspended": False, "deleted": False}
    insert_new(connection, names, [row], ["account_id"])
    (counter,) = (name for name in values if name.endswith("revision"))
    connection.execute(
        update(names)
        .where(
            names.c.account_id == account_id,
            names.c[counter] < values[counter],
            names.c.deleted.is_(False),
        )
        .values(**values)
    )
