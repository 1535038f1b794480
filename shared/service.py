"""How a service declares itself: everything the runtime needs to run it, in one value."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import MetaData

from shared.events.catalogue import EventType
from shared.loops import Loop
from shared.snapshot import NOTHING, Snapshot
from shared.unit_of_work import UnitOfWork
from shared.web.blueprint import Blueprint

if TYPE_CHECKING:
    from shared.runtime import Runtime

Handler = Callable[[UnitOfWork, Any], None]


@dataclass(frozen=True)
class Batched:
    """A handler of all the events of its type that came together, in the order in which they came.

    What it does in one go for many, it must do for one as well. What it emits or notes is caused
    by the first of them.
    """

    together: Callable[[UnitOfWork, Sequence[Any]], None]

    def __call__(self, uow: UnitOfWork, event: Any) -> None:
        self.together(uow, [event])


Background = Callable[["Runtime"], Loop]


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
    """One of the five.

    `package` is where its migrations live. `background` makes loops for work that waits for
    something outside (a mail server), which no transaction may do. `snapshot` says what it can
    tell others again, and what it keeps of theirs.
    """

    name: str
    package: str
    metadata: MetaData
    blueprints: Sequence[Blueprint]
    handlers: Mapping[EventType, Handler]
    timers: Sequence[Timer] = ()
    background: Sequence[Background] = ()
    snapshot: Snapshot = NOTHING
