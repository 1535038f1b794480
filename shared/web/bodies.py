"""What a request must be before any view or schema looks at it: text that a database can keep."""

import json
import re
from collections.abc import Iterator
from typing import Any

from flask import request
from werkzeug.exceptions import UnsupportedMediaType

from shared.errors import BadRequest, Invalid, NotFound

# JSON can spell halves of a character, and NUL, which no database keeps.
_SUSPECT = re.compile(rb"\\u(0000|d[89a-f])", re.IGNORECASE)
_UNKEPT = re.compile("[\0\ud800-\udfff]")
_UNKEPT_TEXT = "It holds half a character or NUL."
_LARGEST = 2**63 - 1


def require_sound_address() -> None:
    """Raises `NotFound` for a path, and `Invalid` for a query, that names what nobody can keep."""
    if not all(is_kept(value) for value in (request.view_args or {}).values()):
        raise NotFound
    unkept = [name for name, text in request.args.items(multi=True) if not is_kept(name + text)]
    if unkept:
        raise Invalid(errors={_UNKEPT.sub("", name): [_UNKEPT_TEXT] for name in unkept})


def require_sound_json() -> None:
    """Raises 415 for anything but JSON, 400 where it is not UTF-8 or says a thing twice, and
    `Invalid` for text that cannot be kept.
    """
    body = request.get_data(cache=True)
    if not body:
        return
    if not request.is_json:
        raise UnsupportedMediaType
    _require_utf8(body)
    value = _parsed(body)
    if _SUSPECT.search(body):
        unkept = {path for path, text in _texts(value, "") if not is_kept(text)}
        if unkept:
            raise Invalid(errors={_UNKEPT.sub("", path): [_UNKEPT_TEXT] for path in unkept})


def is_kept(value: Any) -> bool:
    """Whether every database can keep `value`, or look for it: all its texts and numbers."""
    if isinstance(value, str):
        return not _UNKEPT.search(value)
    if isinstance(value, int):
        return -_LARGEST <= value <= _LARGEST
    if isinstance(value, dict):
        return all(is_kept(key) and is_kept(inner) for key, inner in value.items())
    return not isinstance(value, list) or all(map(is_kept, value))


def _require_utf8(body: bytes) -> None:
    # Readers of JSON guess at other encodings, in which the halves would be spelled differently.
    try:
        text = body.decode()
    except UnicodeDecodeError as error:
        raise BadRequest("JSON is sent in UTF-8") from error
    if "\0" in text:
        raise BadRequest("JSON is sent in UTF-8, without NUL")


def _parsed(body: bytes) -> Any:
    """The body's value; nothing for a malformed one, which whoever reads it refuses.

    A name given twice means one thing to one reader and another to the next: 400.
    """
    try:
        return json.loads(body, object_pairs_hook=_once_each, parse_constant=_refuse_constant)
    except json.JSONDecodeError:
        return None
    except ValueError as error:
        # Digits by the thousand, which nobody means and which take long to read.
        raise BadRequest("A number is too long") from error


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        raise BadRequest("A name stands twice in one object")
    return value


def _refuse_constant(name: str) -> Any:
    raise BadRequest(f"JSON knows no {name}")


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
