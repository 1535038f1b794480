"""The token that a client shows with each request: signed, short-lived, of one login."""

from dataclasses import dataclass
from datetime import datetime

import jwt

from services.gateway.domain.errors import LoginOver
from services.gateway.domain.login import ACCESS_LIFETIME

# Not the audience of the gateway's own word to the services: neither passes for the other.
_AUDIENCE = "justa-clients"


@dataclass(frozen=True)
class Access:
    account_id: str
    login_id: str


def sign_access(access: Access, secret: str, now: datetime) -> str:
    claims = {
        "aud": _AUDIENCE,
        "iat": now,
        "exp": now + ACCESS_LIFETIME,
        "sub": access.account_id,
        "sid": access.login_id,
    }
    return jwt.encode(claims, secret, algorithm="HS256")


def read_access(token: str, secret: str) -> Access:
    """Whose token it is; raises `LoginOver` for one that is not ours or has expired."""
    try:
        claims = jwt.decode(
            token,
            secret,
            algorithms=["HS256"],
            audience=_AUDIENCE,
            # Of two hosts one is always ahead: a token of its may be younger than now elsewhere.
            options={"require": ["exp", "sub", "sid"], "verify_iat": False},
        )
    except jwt.InvalidTokenError as error:
        raise LoginOver from error
    return Access(claims["sub"], claims["sid"])
