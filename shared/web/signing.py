"""Signed tokens (JWT, HS256): made with the present secret, accepted with one other beside it.

While a secret is being changed both are known to every process, so nobody is logged out: first
the new one is accepted everywhere, then it signs, then the old one goes.
"""

from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any

from joserfc import jwt
from joserfc.errors import BadSignatureError, JoseError
from joserfc.jwk import OctKey

from shared.clock import real_now

LONGEST_TOKEN = 4096
_ALGORITHM = "HS256"


class BadToken(Exception):
    """Not ours, not for us, expired, or no token at all."""


def signed(claims: dict[str, Any], secret: str, *, audience: str, expires_at: datetime) -> str:
    """A token of `claims` that only `audience` may believe, and only until `expires_at`."""
    full = {**claims, "aud": audience, "exp": int(expires_at.timestamp())}
    return jwt.encode({"alg": _ALGORITHM, "typ": "JWT"}, full, _key(secret))


def verified(
    token: str, secrets: Sequence[str], *, audience: str, needed: Sequence[str]
) -> dict[str, Any]:
    """The claims of a token signed with one of `secrets`; all of `needed` are texts among them.

    Raises `BadToken`.
    """
    claims = _claims(token, secrets)
    expires_at = claims.get("exp")
    if claims.get("aud") != audience or not isinstance(expires_at, int | float):
        raise BadToken("for somebody else, or for ever")
    if expires_at <= real_now().timestamp():
        raise BadToken("expired")
    if not all(isinstance(claims.get(name), str) for name in needed):
        raise BadToken("it says too little")
    return claims


def _claims(token: str, secrets: Sequence[str]) -> dict[str, Any]:
    if len(token) > LONGEST_TOKEN:
        raise BadToken("too long")
    for secret in secrets:
        try:
            claims: Any = jwt.decode(token, _key(secret), algorithms=[_ALGORITHM]).claims
        except BadSignatureError:
            continue
        except (JoseError, ValueError, TypeError, KeyError, RecursionError) as error:
            raise BadToken(type(error).__name__) from error
        return claims if isinstance(claims, dict) else {}
    raise BadToken("signed by somebody else")


@lru_cache(maxsize=8)
def _key(secret: str) -> OctKey:
    return OctKey.import_key(secret)
