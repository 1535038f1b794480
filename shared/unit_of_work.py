"""One request or one event is one transaction: the change, its events, the inbox, together."""

from collections.abc import Callable, Hashable, Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.orm import Session

from shared.clock import Clock
from shared.context import Cause, current_cause
from shared.events.catalogue import Event
from shared.ids import NewId
from shared.messaging.outbox import store_events


class UnitOfWork:
    """What a use case works with: the session, the clock, new ids, and events to emit."""

    def __init__(
        self,
        begin: Callable[[], Session],
        *,
        service: str,
        clock: Clock,
        new_id: NewId,
        reading: Callable[[], AbstractContextManager["UnitOfWork"]],
        has_waited: bool = False,
    ) -> None:
        self.new_id = new_id
        # Whether this is a second try, after word of unknown accounts was waited for.
        self.has_waited = has_waited
        # A snapshot beside this unit of work: for long thinking before anything is locked, and
        # for waiting after the commit.
        self.reading = reading
        self._begin = begin
        self._session: Session | None = None
        self._service = service
        self._clock = clock
        self._events: list[tuple[Event, Cause]] = []
        self._at_commit: dict[Hashable, tuple[Callable[..., None], tuple[Any, ...]]] = {}
        self._afterwards: list[Callable[[], None]] = []

    @property
    def session(self) -> Session:
        """The session; its transaction, and any lock on the database, begins at first use."""
        if self._session is None:
            self._session = self._begin()
        return self._session

    @property
    def connection(self) -> Connection:
        return self.session.connection()

    def now(self) -> datetime:
        """The competition's instant (UTC). Read it after locking what it decides about."""
        return self._clock.now(self.connection)

    @property
    def clock_is_manual(self) -> bool:
        return self._clock.manual

    def emit(self, *events: Event) -> None:
        """Announce facts; they leave with the commit of this unit of work, in this order."""
        cause = current_cause() or Cause(correlation_id=self.new_id())
        self._events.extend((event, cause) for event in events)

    def at_commit(self, key: Hashable, step: Callable[..., None], *given: Any) -> None:
        """Do `step` just before the commit, once for each `key`: the first, with all `given`."""
        first, before = self._at_commit.get(key, (step, ()))
        self._at_commit[key] = (first, (*before, *given))

    def afterwards(self, step: Callable[[], None]) -> None:
        """Do `step` once this unit of work is committed; it may raise a `Problem`."""
        self._afterwards.append(step)

    @contextmanager
    def savepoint(self) -> Iterator[None]:
        """A part that can fail alone: its changes, events and later steps go with it."""
        events, afterwards = len(self._events), len(self._afterwards)
        at_commit = dict(self._at_commit)
        try:
            with self.session.begin_nested():
                yield
        except BaseException:
            del self._events[events:]
            del self._afterwards[afterwards:]
            self._at_commit = at_commit
            raise

    def commit(self) -> bool:
        """Write the events and commit; whether there were any."""
        if self._session is None and not self._events and not self._at_commit:
            return False
        for step, given in self._at_commit.values():
            step(*given)
        self.session.flush()
        store_events(self.connection, self._service, self._events, self.new_id)
        emitted = bool(self._events)
        self._events.clear()
        self.session.commit()
        return emitted

    def run_afterwards(self) -> None:
        steps, self._afterwards = self._afterwards, []
        for step in steps:
            step()
