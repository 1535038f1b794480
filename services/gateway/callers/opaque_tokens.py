"""Random tokens that mean nothing by themselves; only their digests are stored."""

import hashlib
import secrets

API_KEY_PREFIX = "justa_"


def fresh(prefix: str = "") -> str:
    """A new token of 256 random bits."""
    return prefix + secrets.token_urlsafe(32)


def digest(token: str) -> str:
    """What is stored of a token; with so much randomness in it, one plain hash is enough."""
    return hashlib.sha256(token.encode()).hexdigest()
