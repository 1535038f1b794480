"""Logging in by an OpenID provider: out with a state, back with a code. No transaction is open
while the provider is asked.
"""

from datetime import timedelta
from typing import Any

from services.gateway.callers.opaque_tokens import digest, fresh
from services.gateway.callers.openid_provider import OpenIdProvider, Person
from services.gateway.domain.account import PLAYER, Account
from services.gateway.domain.display_names import LONGEST, accepted_name
from services.gateway.domain.emails import accepted_email
from services.gateway.domain.errors import (
    AccountIsSuspended,
    DisplayNameTaken,
    OpenIdNotLinked,
    OpenIdRefused,
)
from services.gateway.store import accounts, openid
from services.gateway.store.openid import Attempt
from services.gateway.usecases.accounts import enter_proven
from services.gateway.usecases.sessions import begin as begin_login
from shared.clock import real_now
from shared.errors import Invalid
from shared.runtime import Runtime
from shared.unit_of_work import UnitOfWork

LIFETIME = timedelta(minutes=10)
NAMELESS = "Player"


def begin(uow: UnitOfWork, provider: OpenIdProvider) -> dict[str, str]:
    """Where to go, and what only who began it has: the `binding`, to be shown at the return."""
    state, binding = fresh(), fresh()
    attempt = Attempt(nonce=fresh(), verifier=fresh())
    address = provider.address_for(state, attempt)
    openid.begin(uow, _both(state, binding), attempt, real_now() + LIFETIME)
    return {"authorization_url": address, "state": state, "binding": binding}


def prove(
    runtime: Runtime, provider: OpenIdProvider, *, code: str, state: str, binding: str
) -> Person:
    """Who comes back with `code`; raises `OpenIdRefused`. An attempt is good for one return."""
    with runtime.writing() as uow:
        attempt = openid.take(uow, _both(state, binding), real_now())
    if attempt is None:
        raise OpenIdRefused
    return provider.person_of(code, attempt)


def log_in(uow: UnitOfWork, secret: str, client: str, person: Person, language: str) -> Any:
    """Tokens for whom the provider sent; raises `OpenIdNotLinked` and `AccountIsSuspended`.

    An account that has their address is theirs only if both sides have verified it.
    """
    account_id = openid.account_of(uow, person.issuer, person.subject)
    if account_id is None:
        account = _account_with_address(uow, person) or _new_account(uow, person, language)
        account_id = openid.link(uow, person.issuer, person.subject, account.id, real_now())
    account = accounts.lock(uow, account_id)
    if account.suspended:
        raise AccountIsSuspended
    return begin_login(uow, secret, account, client)


def _account_with_address(uow: UnitOfWork, person: Person) -> Account | None:
    known = accounts.by_email(uow, person.email) if person.email else None
    if known is not None and not known.email_verified:
        raise OpenIdNotLinked
    return known


def _new_account(uow: UnitOfWork, person: Person, language: str) -> Account:
    if person.email is None:
        raise OpenIdNotLinked("The provider has not verified your e-mail address")
    for name in _names(person.name, uow.new_id()[-6:]):
        account = Account(
            id=uow.new_id(),
            display_name=name,
            roles=PLAYER,
            created_at=uow.now(),
            email=accepted_email(person.email),
            email_verified=True,
        )
        try:
            return enter_proven(uow, account, language)
        except DisplayNameTaken:
            continue
    raise DisplayNameTaken


def _names(wished: str, suffix: str) -> list[str]:
    """Names to try, the wished one first; what nobody can be called becomes a plain one."""
    try:
        name = accepted_name(wished[:LONGEST])
    except Invalid:
        name = NAMELESS
    return [name, f"{name[: LONGEST - 7]} {suffix}"]


def _both(state: str, binding: str) -> str:
    return digest(f"{state}.{binding}")
