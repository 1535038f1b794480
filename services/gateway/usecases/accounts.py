"""Accounts come into being, and operators suspend them."""

from typing import Any

from services.gateway.callers.hashing import hash_password
from services.gateway.domain.account import GUEST, PLAYER, Account
from services.gateway.domain.errors import DisplayNameTaken, OwnAccount
from services.gateway.store import accounts, mail_wishes
from services.gateway.store.mail_wishes import MailWishes
from shared.events.catalogue import AccountRegistered, AccountSuspended
from shared.unit_of_work import UnitOfWork
from shared.web.tokens import Caller


def register(
    uow: UnitOfWork,
    *,
    email: str,
    password: str,
    display_name: str,
    roles: tuple[str, ...] = PLAYER,
    language: str = mail_wishes.FIRST_LANGUAGE,
) -> Account:
    """A new account; raises `EmailTaken` or `DisplayNameTaken`, in this order."""
    # Slow on purpose, and so done before the transaction takes its lock.
    password_hash = hash_password(password)
    account = Account(
        id=uow.new_id(),
        display_name=display_name,
        roles=roles,
        created_at=uow.now(),
        email=email,
        password_hash=password_hash,
    )
    return enter_proven(uow, account, language)


def enter_proven(uow: UnitOfWork, account: Account, language: str) -> Account:
    """An account whose address somebody else has proven; raises `DisplayNameTaken`."""
    entered = _enter(uow, account)
    mail_wishes.save(uow, account.id, MailWishes(language))
    return entered


def register_guest(uow: UnitOfWork, display_name: str) -> Account:
    """Somebody without a password; guests may share names among themselves alone."""
    if accounts.name_is_taken(uow, display_name):
        raise DisplayNameTaken
    guest = Account(id=uow.new_id(), display_name=display_name, roles=GUEST, created_at=uow.now())
    return _enter(uow, guest)


def suspend(uow: UnitOfWork, operator: Caller, account_id: str, body: dict[str, Any]) -> Account:
    """Shut somebody out, or let them in again; raises `OwnAccount` and `NotFound`.

    Logins stay and are refused meanwhile. The reason is in the audit log.
    """
    if account_id == operator.account:
        raise OwnAccount
    before = accounts.lock(uow, account_id)
    account = before.suspension(body["suspended"])
    if account is not before:
        accounts.save(uow, account)
        uow.emit(
            AccountSuspended(
                account_id=account.id, suspended=account.suspended, revision=account.revision
            )
        )
    return account


def _enter(uow: UnitOfWork, account: Account) -> Account:
    accounts.save(uow, account)
    uow.emit(
        AccountRegistered(
            account_id=account.id,
            display_name=account.display_name or "",
            revision=account.revision,
            is_guest=account.is_guest,
        )
    )
    return account
