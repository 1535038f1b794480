"""Granting Aura, and taking it away."""

import threading
import time

from sqlalchemy import exists, select

from services.match.domain.aura import AuraEntry, book
from services.match.store import wallets
from shared.errors import NotFound
from shared.runtime import Runtime
from shared.tables import names
from shared.unit_of_work import UnitOfWork
from shared.web.tokens import Caller

PATIENCE_SECONDS = 2.0
PAUSE_SECONDS = 0.02


def grant(
    uow: UnitOfWork, caller: Caller, account_id: str, *, amount: int, reason: str
) -> AuraEntry:
    """Change an account's balance, which never falls below 0, and give its new entry."""
    if not is_account(uow, account_id):
        raise NotFound
    wallet = wallets.lock(uow, account_id)
    entry = book(wallet.balance, amount, reason, uow.now())
    wallets.book(uow, wallet, entry, caller.account)
    return entry


def await_account(runtime: Runtime, account_id: str) -> None:
    """Give word of an account that was made just now a moment to arrive."""
    until = time.monotonic() + PATIENCE_SECONDS
    pause = threading.Event()
    while not _is_heard_of(runtime, account_id) and time.monotonic() < until:
        pause.wait(PAUSE_SECONDS)


def is_account(uow: UnitOfWork, account_id: str) -> bool:
    """Whether there is such an account, as far as this service has heard, not deleted since."""
    known: bool = uow.connection.execute(
        select(exists().where(names.c.account_id == account_id, names.c.deleted.is_(False)))
    ).scalar_one()
    return known


def _is_heard_of(runtime: Runtime, account_id: str) -> bool:
    with runtime.reading() as uow:
        return is_account(uow, account_id)
