"""How two worlds differ to those who watch."""

from collections.abc import Mapping
from dataclasses import replace

from tests.e2e.secrecy.moments import Moment
from tests.e2e.secrecy.people import Seen

Key = tuple[Moment, str, str]
"""When, who, and what they looked at or did."""


def differences(one: Mapping[Key, Seen], other: Mapping[Key, Seen]) -> list[str]:
    """What somebody saw in one world and not, or not so, in the other."""
    return [
        f"{moment.name}, {who}, {what}: {told}"
        for moment, who, what in sorted(one.keys() | other.keys(), key=str)
        if (told := _unlike(one.get((moment, who, what)), other.get((moment, who, what))))
    ]


def _unlike(one: Seen | None, other: Seen | None) -> str | None:
    if one == other:
        return None
    if one is None or other is None:
        return "only one of the two worlds has it"
    if replace(one, body=b"") == replace(other, body=b""):
        return f"bodies {one.body!r} and {other.body!r}"
    return f"{one!r} and {other!r}"
