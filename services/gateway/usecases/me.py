"""What people do with their own account."""

from typing import Any

from services.gateway.domain.account import Account
from services.gateway.domain.errors import DisplayNameTaken
from services.gateway.hashing import hash_password, is_password
from services.gateway.store import accounts, logins, mail
from shared.clock import real_now
from shared.errors import invalid_field
from shared.events.catalogue import AccountDeleted, AccountRenamed
from shared.unit_of_work import UnitOfWork
from shared.web.tokens import Caller

_PROVEN = frozenset({"email", "password"})


def change(uow: UnitOfWork, caller: Caller, login_id: str | None, body: dict[str, Any]) -> Account:
    """Another name, address or password; the last two for who knows the present password.

    A new password ends all other logins. Raises `Invalid`, `EmailTaken`, `DisplayNameTaken`.
    """
    proven = _prove(uow, caller, body) if _PROVEN & body.keys() else None
    new_hash = hash_password(body["password"]) if "password" in body else None
    account = accounts.lock(uow, caller.account)
    if proven and proven.password_hash != account.password_hash:
        raise _wrong_password()
    if "display_name" in body:
        account = _rename(uow, account, body["display_name"])
    if "email" in body and body["email"] != account.email:
        account = account.moved_to(body["email"])
    if new_hash:
        account = account.with_password(new_hash)
        logins.end_all(uow, account.id, real_now(), but=login_id)
    accounts.save(uow, account)
    return account


def delete(uow: UnitOfWork, caller: Caller) -> None:
    """The account goes for good and leaves a tombstone; others are told and clear up."""
    account = accounts.lock(uow, caller.account).deleted(uow.now())
    accounts.save(uow, account)
    logins.end_all(uow, account.id, real_now())
    mail.forget_tokens(uow, account.id)
    uow.emit(AccountDeleted(account_id=account.id, revision=account.revision))


def _prove(uow: UnitOfWork, caller: Caller, body: dict[str, Any]) -> Account:
    with uow.reading() as look:
        account = accounts.load(look, caller.account)
    if not is_password(body.get("current_password", ""), account.password_hash):
        raise _wrong_password()
    return account


def _wrong_password() -> Exception:
    return invalid_field("current_password", "It is not your present password.")


def _rename(uow: UnitOfWork, account: Account, name: str) -> Account:
    if name == account.display_name:
        return account
    if account.is_guest and accounts.name_is_taken(uow, name):
        raise DisplayNameTaken
    renamed = account.renamed(name)
    uow.emit(AccountRenamed(account_id=account.id, display_name=name, revision=renamed.revision))
    return renamed
