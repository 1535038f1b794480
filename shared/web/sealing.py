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
    return jwe.encrypt_compact(_HEADER, json.dumps(value).ljust(ROOM).encode(), _key())


def unsealed(text: str) -> Any:
    """What was sealed; None for what was not sealed here."""
    try:
        plain = jwe.decrypt_compact(text, _key()).plaintext
    except (JoseError, ValueError):
        return None
    return json.loads(plain or b"null")


def _key() -> OctKey:
    secret = f"sealing {runtime().settings.secret}"
    return OctKey.import_key(hashlib.sha256(secret.encode()).digest())
