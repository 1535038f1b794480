"""What a client carries for us without being able to read or change it."""

import hashlib
import json
from typing import Any

from joserfc import jwe
from joserfc.errors import JoseError
from joserfc.jwk import OctKey

from shared.web.edge import runtime

_HEADER = {"alg": "dir", "enc": "A256GCM"}
ROOM = 512
"""Shorter texts are filled up to this: their length tells nothing either."""


def sealed(value: Any) -> str:
    """`value`, which is what JSON can hold, unreadable to whoever has not the platform's secret."""
    text, secret = json.dumps(value).ljust(ROOM).encode(), runtime().settings.secret
    return jwe.encrypt_compact(_HEADER, text, _key(secret))


def unsealed(text: str) -> Any:
    """What was sealed, by one secret or the other; None for what was not sealed here."""
    for secret in runtime().settings.secrets:
        try:
            return json.loads(jwe.decrypt_compact(text, _key(secret)).plaintext or b"null")
        except (JoseError, ValueError):
            continue
    return None


def _key(secret: str) -> OctKey:
    return OctKey.import_key(hashlib.sha256(f"sealing {secret}".encode()).digest())
