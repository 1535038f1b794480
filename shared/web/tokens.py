"""The gateway's word for a caller: a signed token that services accept and nothing else.

It is made once per caller, service and few seconds, is good for that service alone and lives for
less than a minute, so that reaching a service's port is worth nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta

from shared.clock import real_now
from shared.errors import Forbidden, Unauthorized
from shared.web.signing import BadToken, signed, verified

LIFETIME = timedelta(seconds=30)
MOST_BELIEVED = 5_000
_AUDIENCE = "justa-service-"


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


def sign(caller: Caller, secret: str, service: str) -> str:
    """The token that vouches for `caller` to `service` and to no other."""
    claims = {
        "sub": caller.account_id or "",
        "name": caller.name,
        "roles": sorted(caller.roles),
    }
    audience = _AUDIENCE + service
    return signed(claims, secret, audience=audience, expires_at=real_now() + LIFETIME)


def vouched_for(token: str | None, secrets: Sequence[str], service: str) -> Caller:
    """The caller that `token` names; raises `Unauthorized` if the gateway did not sign it, with
    one of `secrets`, for `service`.
    """
    shown = (token or "", service, tuple(secrets))
    until, known = _believed.get(shown, (0.0, ANYBODY))
    if real_now().timestamp() < until:
        return known
    try:
        audience = _AUDIENCE + service
        claims = verified(token or "", secrets, audience=audience, needed=("sub", "name"))
    except BadToken as error:
        raise Unauthorized("Call through the gateway") from error
    caller = Caller(claims["sub"] or None, claims["name"] or None, frozenset(claims["roles"]))
    if len(_believed) >= MOST_BELIEVED:
        _believed.clear()
    _believed[shown] = (claims["exp"], caller)
    return caller


# Tokens that were verified already and have not expired: one serves many requests.
_believed: dict[tuple[str, str, tuple[str, ...]], tuple[float, Caller]] = {}
