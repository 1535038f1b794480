"""Granting Aura, and taking it away."""

from dataclasses import replace

from sqlalchemy import exists, select

from services.match.domain import aura
from services.match.domain.aura import AuraEntry
from services.match.store import wallets
from shared.errors import NotFound
from shared.names import require_heard_of
from shared.tables import names
from shared.unit_of_work import UnitOfWork
from shared.web.tokens import Caller


def grant(
    uow: UnitOfWork, caller: Caller, account_id: str, *, amount: int, reason: str
) -> AuraEntry:
    """Change an account's balance, which never falls below 0.

    The entry is given as an operator may see it, its balance the published one.
    """
    if not is_account(uow, account_id):
        require_heard_of(uow, [account_id])
        raise NotFound
    wallet, now = wallets.lock(uow, account_id), uow.now()
    spending = wallets.spending_in_open_duels(uow, account_id, now)
    entry = aura.grant(wallet.balance, amount, reason, now, spending)
    wallets.book(uow, wallet, entry, caller.account)
    published = aura.published_balance(entry.balance_after, spending)
    return replace(entry, balance_after=published)


def is_account(uow: UnitOfWork, account_id: str) -> bool:
    """Whether there is such an account, as far as this service has heard, not deleted since."""
    known: bool = uow.connection.execute(
        select(exists().where(names.c.account_id == account_id, names.c.deleted.is_(False)))
    ).scalar_one()
    return known
