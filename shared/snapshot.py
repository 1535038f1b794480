"""How a service declares what it can tell again of its own data, and what it keeps of others'.

Each service has a room `snapshot.py` with one value, `SNAPSHOT`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from shared.events.catalogue import Event, EventType
from shared.unit_of_work import UnitOfWork

Reached = tuple[Any, ...]
"""The key of the last row that was told; empty at the beginning of a chapter."""


@dataclass(frozen=True)
class Told:
    """The next facts of a chapter, perhaps none, and how far it has come with them."""

    facts: Sequence[Event]
    reached: Reached


@dataclass(frozen=True)
class Chapter:
    """Facts of the same `types`, read in the order of a key.

    `read` gives what comes after a key, no more than one transaction should hold, from the
    tables as they are then; None at the end.
    """

    types: tuple[EventType, ...]
    read: Callable[[UnitOfWork, Reached], Told | None]


@dataclass(frozen=True)
class Snapshot:
    """`keeps` are the events of others that leave something in the service's own tables."""

    keeps: tuple[EventType, ...] = ()
    chapters: tuple[Chapter, ...] = ()


NOTHING = Snapshot()
