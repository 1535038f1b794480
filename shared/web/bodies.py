"""What a request's body must be before any schema looks at it."""

import json
import re
from collections.abc import Iterator
from typing import Any

from flask import request
from werkzeug.exceptions import UnsupportedMediaType

from shared.errors import BadRequest

# JSON can spell halves of a character, and NUL, which no database keeps.
_SUSPECT = re.compile(rb"\\u(0000|d[89a-f])", re.IGNORECASE)
_UNKEPT = re.compile("[\0\ud800-\udfff]")


def require_sound_json() -> None:
    """Raises 415 for anything but JSON, and `BadRequest` for text that cannot be kept."""
    body = request.get_data(cache=True)
    if not body:
        return
    if not request.is_json:
        raise UnsupportedMediaType
    if _SUSPECT.search(body) and any(_UNKEPT.search(text) for text in _texts(_parsed(body))):
        raise BadRequest("A text holds half a character or NUL")


def _parsed(body: bytes) -> Any:
    """The body's value; nothing for a malformed one, which whoever reads it refuses."""
    try:
        return json.loads(body)
    except ValueError:
        return None


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from _texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner)
