"""Logging in, carrying a login on, logging out."""

from typing import Any

from services.gateway.callers.access_tokens import Access, sign_access
from services.gateway.callers.hashing import is_password
from services.gateway.callers.opaque_tokens import digest, fresh
from services.gateway.domain.account import Account
from services.gateway.domain.errors import AccountIsSuspended, BadCredentials, RefreshRefused
from services.gateway.domain.login import ACCESS_LIFETIME, Login, begun
from services.gateway.store import accounts, logins
from shared.clock import real_now
from shared.errors import NotFound
from shared.unit_of_work import UnitOfWork


def log_in(uow: UnitOfWork, secret: str, client: str, email: str, password: str) -> Any:
    """Tokens for whoever knows the password.

    Raises `BadCredentials`, after the same work whether the address is known or not, and
    `AccountIsSuspended`.
    """
    account = _prove(uow, email, password)
    present = accounts.lock(uow, account.id)
    if present.password_hash != account.password_hash:
        raise BadCredentials
    if present.suspended:
        raise AccountIsSuspended
    return begin(uow, secret, present, client)


def _prove(uow: UnitOfWork, email: str, password: str) -> Account:
    """The account with this address and password; no transaction is open while it is hashed."""
    with uow.reading() as look:
        account = accounts.by_email(look, email)
    if not is_password(password, account.password_hash if account else None) or not account:
        raise BadCredentials
    return account


def begin(uow: UnitOfWork, secret: str, account: Account, client: str = "") -> Any:
    """A new login for `account`, and its first tokens; `client` is how its program is called."""
    login = begun(uow.new_id(), account.id, real_now())
    logins.save(uow, login)
    logins.keep_client(uow, login.id, client)
    return _tokens(uow, secret, login, account)


def refresh(uow: UnitOfWork, secret: str, token: str) -> Any:
    """New tokens for a refresh token; raises `RefreshRefused` and `AccountIsSuspended`.

    A token that was used before is in two hands, and nobody knows which is the right one: the
    login ends with all its tokens.
    """
    login, account = _login_of(uow, token)
    if not logins.use_refresh_token(uow, digest(token), real_now()):
        logins.save(uow, login.ended(real_now()))
        # The end of the login has to be committed although the answer is a refusal.
        uow.afterwards(_refuse)
        return {}
    if account.suspended:
        raise AccountIsSuspended
    carried_on = login.carried_on(real_now())
    logins.save(uow, carried_on)
    return _tokens(uow, secret, carried_on, account)


def log_out(uow: UnitOfWork, login_id: str) -> None:
    login = logins.lock(uow, login_id)
    logins.save(uow, login.ended(real_now()))


def end(uow: UnitOfWork, account_id: str, login_id: str) -> None:
    """End one of an account's own logins; raises `NotFound` for what is none of them."""
    login = logins.lock(uow, login_id)
    if login.account_id != account_id or not login.alive(real_now()):
        raise NotFound("There is no such login")
    logins.save(uow, login.ended(real_now()))


def _login_of(uow: UnitOfWork, token: str) -> tuple[Login, Account]:
    login_id = logins.login_of_refresh_token(uow, digest(token))
    try:
        login = logins.lock(uow, login_id or "")
        account = accounts.load(uow, login.account_id)
    except NotFound as error:
        raise RefreshRefused from error
    if not login.alive(real_now()):
        raise RefreshRefused
    return login, account


def _refuse() -> None:
    raise RefreshRefused


def _tokens(uow: UnitOfWork, secret: str, login: Login, account: Account) -> dict[str, Any]:
    refresh_token = fresh()
    logins.add_refresh_token(uow, login.id, digest(refresh_token))
    return {
        "access_token": sign_access(Access(account.id, login.id), secret, real_now()),
        "token_type": "Bearer",
        "expires_in": int(ACCESS_LIFETIME.total_seconds()),
        "refresh_token": refresh_token,
        "account": account,
    }
