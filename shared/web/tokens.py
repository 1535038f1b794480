"""The gateway's word for a caller: a signed token that services accept and nothing else.

It is made once per caller and few seconds and lives for less than a minute, so that reaching a
service's port is worth nothing.
"""

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import jwt

from shared.clock import real_now
from shared.errors import Forbidden, Unauthorized

LIFETIME = timedelta(seconds=30)
_AUDIENCE = "justa-services"


@dataclass(frozen=True)
class Caller:
    """Who calls. `account_id` is None for somebody without a login."""

    account_id: str | None = None
    display_name: str | None = None
    roles: frozenset[str] = field(default_factory=frozenset)

    @property
    def account(self) -> str:
        """The account id of a logged-in caller; raises `Unauthorized`."""
        if self.account_id is None:
            raise Unauthorized
        return self.account_id

    @property
    def name(self) -> str:
        return self.display_name or ""

    def require(self, *roles: str) -> None:
        """Raise `Unauthorized` without a login, `Forbidden` without any of `roles`."""
        if self.account_id is None:
            raise Unauthorized
        if roles and not self.roles.intersection(roles):
            raise Forbidden


ANYBODY = Caller()


def sign(caller: Caller, secret: str) -> str:
    """The token that vouches for `caller` to the services."""
    claims = {
        "aud": _AUDIENCE,
        "exp": real_now() + LIFETIME,
        "sub": caller.account_id or "",
        "name": caller.name,
        "roles": sorted(caller.roles),
    }
    return jwt.encode(claims, secret, algorithm="HS256")


def vouched_for(token: str | None, secret: str) -> Caller:
    """The caller that `token` names; raises `Unauthorized` if the gateway did not sign it."""
    if not token:
        raise Unauthorized("Call through the gateway")
    try:
        claims: dict[str, Any] = jwt.decode(
            token, secret, algorithms=["HS256"], audience=_AUDIENCE, options={"require": ["exp"]}
        )
    except jwt.InvalidTokenError as error:
        raise Unauthorized("Call through the gateway") from error
    return Caller(claims["sub"] or None, claims["name"] or None, frozenset(claims["roles"]))
