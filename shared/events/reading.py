"""Reading and telling events quickly, by functions made once from each event's dataclass.

The declared contract is the marshmallow schema beside it. What is made here reads what every
producer of ours writes; anything else is `Unusual`, and the schema says what becomes of it.
"""

import re
import types
import typing
from collections.abc import Callable
from dataclasses import MISSING, fields, is_dataclass
from datetime import datetime
from typing import Any

Convert = Callable[[Any], Any]

_INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?[+-]\d\d:\d\d", re.ASCII)


class Unusual(Exception):
    """Not what a producer of ours writes."""


def reader_of(cls: type[Any]) -> Convert:
    """Makes an instance of the dataclass `cls` from its data; raises `Unusual`."""
    hints = typing.get_type_hints(cls)
    readers = [(f.name, _reader(hints[f.name])) for f in fields(cls)]
    required = {f.name for f in fields(cls) if f.default is MISSING}

    def read(data: Any) -> Any:
        if type(data) is not dict or not required <= data.keys():
            raise Unusual
        return cls(**{name: of(data[name]) for name, of in readers if name in data})

    return read


def teller_of(cls: type[Any]) -> Convert:
    """Makes data fit for JSON from an instance of the dataclass `cls`."""
    hints = typing.get_type_hints(cls)
    tellers = [(f.name, _teller(hints[f.name])) for f in fields(cls)]

    def tell(value: Any) -> dict[str, Any]:
        return {name: of(getattr(value, name)) for name, of in tellers}

    return tell


def _inner(hint: Any) -> Any:
    """What may stand in place of None."""
    (inner,) = (a for a in typing.get_args(hint) if a is not type(None))
    return inner


def _is_optional(hint: Any) -> bool:
    return typing.get_origin(hint) in (types.UnionType, typing.Union)


def _reader(hint: Any) -> Convert:
    if _is_optional(hint):
        read = _reader(_inner(hint))
        return lambda value: None if value is None else read(value)
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if origin is tuple:
        return _reader_of_many(_reader(args[0]))
    if origin is typing.Literal:
        return _reader_of_words(frozenset(args))
    if is_dataclass(hint):
        return reader_of(typing.cast(type[Any], hint))
    return _read_instant if hint is datetime else _reader_of_plain(origin or hint)


def _reader_of_plain(wanted: type[Any]) -> Convert:
    def read(value: Any) -> Any:
        # Exactly: a bool is no number here.
        if type(value) is not wanted:
            raise Unusual
        return value

    return read


def _reader_of_words(words: frozenset[str]) -> Convert:
    def read(value: Any) -> Any:
        if type(value) is not str or value not in words:
            raise Unusual
        return value

    return read


def _reader_of_many(one: Convert) -> Convert:
    def read(value: Any) -> Any:
        if type(value) is not list:
            raise Unusual
        return tuple(map(one, value))

    return read


def _read_instant(value: Any) -> datetime:
    if type(value) is not str or not _INSTANT.fullmatch(value):
        raise Unusual
    try:
        return datetime.fromisoformat(value)
    except ValueError as error:
        raise Unusual from error


def _teller(hint: Any) -> Convert:
    if _is_optional(hint):
        tell = _teller(_inner(hint))
        return tell if tell is _as_it_is else lambda value: None if value is None else tell(value)
    if typing.get_origin(hint) is tuple:
        one = _teller(typing.get_args(hint)[0])
        return lambda values: [one(value) for value in values]
    if is_dataclass(hint):
        return teller_of(typing.cast(type[Any], hint))
    return datetime.isoformat if hint is datetime else _as_it_is


def _as_it_is(value: Any) -> Any:
    return value
