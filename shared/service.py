"""How a service declares itself: everything the runtime needs to run it, in one value."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from flask_smorest import Blueprint
from sqlalchemy import MetaData

from shared.events.catalogue import EventType
from shared.unit_of_work import UnitOfWork

Handler = Callable[[UnitOfWork, Any], None]


@dataclass(frozen=True)
class Timer:
    """Work that falls due at stored instants.

    `next_due` tells the earliest instant for which there is something to do (None: nothing);
    `run` does one bounded batch of what is due, in a transaction of its own, and is called
    again as long as something is. After it, `next_due` must have moved on.
    """

    name: str
    next_due: Callable[[UnitOfWork], datetime | None]
    run: Callable[[UnitOfWork], None]


@dataclass(frozen=True)
class Service:
    """One of the five. `package` is where its migrations live."""

    name: str
    package: str
    metadata: MetaData
    blueprints: Sequence[Blueprint]
    handlers: Mapping[EventType, Handler]
    timers: Sequence[Timer] = ()
