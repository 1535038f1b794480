"""Comparing an answer with what it must be."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any

from tests.reference.views import SomeCode, SomeText


def same(expected: Any, got: Any, where: str) -> None:
    """Fail, naming the place, unless `got` says what is expected; further fields are allowed."""
    if isinstance(expected, Mapping):
        assert isinstance(got, Mapping), f"{where}: {got!r} is no object"
        for key, value in expected.items():
            assert key in got or value is None, f"{where}.{key} is missing"
            same(value, got.get(key), f"{where}.{key}")
    elif isinstance(expected, Sequence) and not isinstance(expected, str):
        assert isinstance(got, Sequence), f"{where}: {got!r} is no list"
        assert len(got) == len(expected), f"{where} has {len(got)} items, not {len(expected)}"
        for index, (one, other) in enumerate(zip(expected, got, strict=True)):
            same(one, other, f"{where}[{index}]")
    else:
        assert _agrees(expected, got), f"{where} is {got!r}, expected {expected!r}"


def _agrees(expected: Any, got: Any) -> bool:
    if isinstance(expected, datetime):
        return isinstance(got, str) and instant(got) == expected
    if isinstance(expected, Fraction):
        return _rounded(expected, got)
    if isinstance(expected, SomeCode):
        return isinstance(got, str) and expected.duel.valid(got)
    if isinstance(expected, SomeText):
        return isinstance(got, str) and got != ""
    if isinstance(expected, bool) or isinstance(got, bool):
        return expected is got
    return bool(expected == got)


def _rounded(expected: Fraction, got: Any) -> bool:
    """Two places, a half rounded either way."""
    if isinstance(got, bool) or not isinstance(got, int | float):
        return False
    shown = Fraction(str(got))
    return (100 * shown).denominator == 1 and abs(shown - expected) <= Fraction(1, 200)


def instant(text: str) -> datetime:
    """An instant as the interface writes it."""
    moment = datetime.fromisoformat(text)
    assert moment.tzinfo is not None, f"{text} has no zone"
    return moment.astimezone(UTC)


def written(moment: datetime) -> str:
    """An instant as clients write it."""
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")
