"""The token that a client shows with each request: signed, short-lived, of one login."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from services.gateway.domain.errors import LoginOver
from services.gateway.domain.login import ACCESS_LIFETIME
from shared.web.signing import BadToken, signed, verified

# Not the audience of the gateway's own word to the services: neither passes for the other.
_AUDIENCE = "justa-clients"


@dataclass(frozen=True)
class Access:
    account_id: str
    login_id: str


def sign_access(access: Access, secret: str, now: datetime) -> str:
    claims = {"iat": int(now.timestamp()), "sub": access.account_id, "sid": access.login_id}
    return signed(claims, secret, audience=_AUDIENCE, expires_at=now + ACCESS_LIFETIME)


def read_access(token: str, secrets: Sequence[str]) -> Access:
    """Whose token it is; raises `LoginOver` for one that is not ours or has expired."""
    try:
        claims = verified(token, secrets, audience=_AUDIENCE, needed=("sub", "sid"))
    except BadToken as error:
        raise LoginOver from error
    return Access(claims["sub"], claims["sid"])
