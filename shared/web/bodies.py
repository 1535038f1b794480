"""What a request's body must be before any schema looks at it."""

import json
import re
from collections.abc import Iterator
from typing import Any

from flask import request
from werkzeug.exceptions import UnsupportedMediaType

from shared.errors import Invalid

# JSON can spell halves of a character, and NUL, which no database keeps.
_SUSPECT = re.compile(rb"\\u(0000|d[89a-f])", re.IGNORECASE)
_UNKEPT = re.compile("[\0\ud800-\udfff]")


def require_sound_json() -> None:
    """Raises 415 for anything but JSON, and `Invalid` for text that cannot be kept."""
    body = request.get_data(cache=True)
    if not body:
        return
    if not request.is_json:
        raise UnsupportedMediaType
    if _SUSPECT.search(body):
        unkept = {path for path, text in _texts(_parsed(body), "") if _UNKEPT.search(text)}
        if unkept:
            raise Invalid(errors={path: ["It holds half a character or NUL."] for path in unkept})


def _parsed(body: bytes) -> Any:
    """The body's value; nothing for a malformed one, which whoever reads it refuses."""
    try:
        return json.loads(body)
    except ValueError:
        return None


def _texts(value: Any, path: str) -> Iterator[tuple[str, str]]:
    """Every text in `value` with the dotted path of its field."""
    if isinstance(value, str):
        yield path or "body", value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield path or "body", key
            yield from _texts(inner, ".".join(filter(None, (path, key))))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from _texts(inner, ".".join(filter(None, (path, str(number)))))
