"""Operators who are there from the start: the first one of the settings, and invented ones."""

import secrets

import structlog

from services.gateway.callers.hashing import is_password
from services.gateway.domain.account import OPERATOR, Account
from services.gateway.domain.errors import DisplayNameTaken, EmailTaken
from services.gateway.store import accounts
from services.gateway.usecases.accounts import register
from shared.runtime import Runtime

log = structlog.get_logger()


def ensure_operator(
    runtime: Runtime,
    *,
    email: str | None = None,
    password: str | None = None,
    display_name: str = "Operator",
) -> tuple[str, str | None] | None:
    """Make sure that the account of `email` exists and is an operator's.

    Without `email`, address and password are those of the settings; None if they name none.
    Gives the address, and the password if the account was made just now (drawn here if none was
    given). Harmless at every start; an existing password is never changed.
    """
    email = (email or runtime.settings.operator_email or "").strip()
    password = password or runtime.settings.operator_password
    if not email:
        return None
    with runtime.reading() as uow:
        account = accounts.by_email(uow, email)
    if account is not None:
        _promote(runtime, account, password or "")
        return email, None
    password = password or secrets.token_urlsafe(12)
    return email, password if _create(runtime, email, password, display_name) else None


def _promote(runtime: Runtime, account: Account, password: str) -> None:
    """Only with the right password: somebody else may have registered the address before."""
    if "operator" in account.roles:
        return
    if not is_password(password, account.password_hash):
        log.warning("operator_not_promoted", reason="the account has another password")
        return
    with runtime.writing() as uow:
        accounts.save(uow, accounts.lock(uow, account.id).promoted())


def _create(runtime: Runtime, email: str, password: str, display_name: str) -> bool:
    """False if another process was faster."""
    for name in (display_name, f"{display_name} {runtime.new_id()[-6:]}"):
        try:
            with runtime.writing() as uow:
                register(uow, email=email, password=password, display_name=name, roles=OPERATOR)
            return True
        except DisplayNameTaken:
            continue
        except EmailTaken:
            return False
    raise DisplayNameTaken
