"""Where a listener stands in the stream of live events.

Two counts run apart: of what everybody is told, and of what this account alone is told. An
event's id is both, `"17-4"`, so no gap in anybody's ids tells of what others were told.
"""

import re
from dataclasses import dataclass, replace
from typing import Any

_ID = re.compile(r"(\d{1,18})-(\d{1,18})", re.ASCII)


@dataclass(frozen=True)
class Position:
    """How many public events and how many of their own a listener has had."""

    public: int = 0
    own: int = 0

    def __str__(self) -> str:
        return f"{self.public}-{self.own}"

    def at_most(self, present: "Position") -> "Position":
        """Never ahead of what there is, whatever a client claims to have heard."""
        return Position(min(self.public, present.public), min(self.own, present.own))


def read_position(text: str | None) -> Position | None:
    """The position that a `Last-Event-ID` names, or None if it is none of ours."""
    found = _ID.fullmatch(text or "")
    return Position(int(found[1]), int(found[2])) if found else None


@dataclass(frozen=True)
class LiveEvent:
    """Something to tell: to everybody (`audience` None) or to one account."""

    type: str
    data: dict[str, Any]
    audience: str | None = None


def heard(position: Position, event: LiveEvent, number: int) -> Position:
    """Where a listener stands after `event`, the `number`th of its audience's."""
    if event.audience is None:
        return replace(position, public=number)
    return replace(position, own=number)
