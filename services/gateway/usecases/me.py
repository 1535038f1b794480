"""What people do with their own account."""

from dataclasses import replace
from typing import Any

from services.gateway.callers.hashing import hash_password, is_password
from services.gateway.domain.account import Account
from services.gateway.domain.emails import email_key
from services.gateway.domain.errors import DisplayNameTaken
from services.gateway.store import (
    accounts,
    disputes,
    logins,
    mail,
    mail_wishes,
    openid,
    reminders,
    sightings,
)
from services.gateway.store.mail_wishes import MailWishes
from services.gateway.usecases.mail import ADDRESS_MOVED, VERIFICATION, ask
from shared.clock import real_now
from shared.errors import invalid_field
from shared.events.catalogue import AccountDeleted, AccountRenamed
from shared.unit_of_work import UnitOfWork
from shared.web import idempotency
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
    moved_from = account.email
    if "email" in body and body["email"] != account.email:
        account = account.moved_to(body["email"])
    if new_hash:
        account = account.with_password(new_hash)
        logins.end_all(uow, account.id, real_now(), but=login_id)
    accounts.save(uow, account)
    if account.email != moved_from:
        _write_of_move(uow, account, moved_from)
    return account


def wish(uow: UnitOfWork, caller: Caller, body: dict[str, Any]) -> MailWishes:
    """Another language for mails, or reminders on or off."""
    wishes = replace(mail_wishes.find(uow, accounts.load(uow, caller.account).id), **body)
    mail_wishes.save(uow, caller.account, wishes)
    return wishes


def remind_no_more(uow: UnitOfWork, account_id: str) -> None:
    """Switch reminders off; nothing happens for an account that is gone."""
    if accounts.is_there(uow, account_id):
        wishes = replace(mail_wishes.find(uow, account_id), reminders=False)
        mail_wishes.save(uow, account_id, wishes)


def delete(uow: UnitOfWork, caller: Caller) -> None:
    """The account goes for good and leaves a tombstone; others are told and clear up."""
    account = accounts.lock(uow, caller.account).deleted(uow.now())
    accounts.save(uow, account)
    logins.end_all(uow, account.id, real_now())
    mail.forget_tokens(uow, account.id)
    for kept in (mail_wishes, openid, reminders, sightings, disputes):
        kept.forget(uow, account.id)
    idempotency.forget(uow, caller)
    uow.emit(AccountDeleted(account_id=account.id, revision=account.revision))


def _prove(uow: UnitOfWork, caller: Caller, body: dict[str, Any]) -> Account:
    with uow.reading() as look:
        account = accounts.load(look, caller.account)
    if not is_password(body.get("current_password", ""), account.password_hash):
        raise _wrong_password()
    return account


def _write_of_move(uow: UnitOfWork, account: Account, moved_from: str | None) -> None:
    """The new address has to prove itself, and the old one learns what happened to it."""
    language = mail_wishes.find(uow, account.id).language
    ask(uow, VERIFICATION, email_key(account.email or ""), language)
    if moved_from is not None and email_key(moved_from) != email_key(account.email or ""):
        ask(uow, ADDRESS_MOVED, email_key(moved_from), language)


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
