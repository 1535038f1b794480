"""One request or one event is one transaction: the change, its events, the inbox, together."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, RootTransaction, Table
from sqlalchemy.orm import Session

from shared import tracing
from shared.clock import Clock
from shared.context import Cause, current_cause
from shared.events.catalogue import Event
from shared.ids import NewId
from shared.inserting import Rows as NewRows
from shared.inserting import insert_rows
from shared.messaging.outbox import store_events
from shared.prepared import Asked, Prepared, Rows, committed_at_once


class UnitOfWork:
    """What a use case works with: the session, the clock, new ids, and events to emit."""

    def __init__(
        self,
        begin: Callable[[], RootTransaction],
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
        self._transaction: RootTransaction | None = None
        self._session: Session | None = None
        self._service = service
        self._clock = clock
        self._events: list[tuple[Event, Cause]] = []
        self._rows: list[tuple[Table | type[Any], NewRows, Sequence[str]]] = []
        self._at_commit: dict[Hashable, tuple[Callable[..., None], tuple[Any, ...]]] = {}
        self._afterwards: list[Callable[[], None]] = []

    @property
    def connection(self) -> Connection:
        """The connection; its transaction, and any lock on the database, begins at first use."""
        return self._begun().connection

    @property
    def session(self) -> Session:
        """A session on the connection, for whoever works with mapped rows."""
        if self._session is None:
            # The unit of work ends the transaction; whatever is thrown back was a savepoint.
            self._session = Session(
                self.connection, expire_on_commit=False, join_transaction_mode="rollback_only"
            )
        return self._session

    def ask(self, statement: Prepared, **given: Any) -> Rows:
        """The rows of a prepared statement."""
        return statement.run(self.connection, **given)

    def ask_with_now(self, *asked: Asked) -> tuple[list[Rows], datetime]:
        """The rows of several prepared statements, done in this order in one round trip, and the
        competition's instant after the last of them.
        """
        return self._clock.now_after(self.connection, *asked)

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

    def insert_at_commit(
        self, table: Table | type[Any], rows: NewRows, unless: Sequence[str] = ()
    ) -> None:
        """Insert rows that nobody reads before the commit, in one round trip with it.

        They must be sure to fit: where one does not, the commit fails, whatever the savepoint.
        `unless`: a key; rows that are there by it stay as they are.
        """
        if rows:
            self._rows.append((table, rows, unless))

    @contextmanager
    def savepoint(self) -> Iterator[None]:
        """A part that can fail alone: its changes, events and later steps go with it."""
        kept = len(self._events), len(self._rows), len(self._afterwards)
        at_commit, session = dict(self._at_commit), self._session
        try:
            with self._begin_nested():
                yield
                self.flush()
        except BaseException:
            waiting: tuple[list[Any], ...] = (self._events, self._rows, self._afterwards)
            for steps, before in zip(waiting, kept, strict=True):
                del steps[before:]
            self._at_commit = at_commit
            raise
        finally:
            # A session that begins in a savepoint knows of no transaction around it.
            self._session = session

    def _begun(self) -> RootTransaction:
        if self._transaction is None:
            self._transaction = self._begin()
        return self._transaction

    def _begin_nested(self) -> AbstractContextManager[Any]:
        if self._session is None:
            return self.connection.begin_nested()
        part = self._session.begin_nested()
        # A session begins it only when it next asks, and what goes past it would come before.
        self._session.connection()
        return part

    def commit(self) -> bool:
        """Write the events and commit; whether there were any."""
        for step, given in self._at_commit.values():
            step(*given)
        if self._transaction is None and not self._events and not self._rows:
            return False
        self.flush()
        emitted = bool(self._events)
        with tracing.spans.committing(self.connection), committed_at_once(self._begun()):
            for table, rows, unless in self._rows:
                insert_rows(self.connection, table, rows, unless)
            store_events(self.connection, self._service, self._events, self.new_id)
        self._events.clear()
        self._rows.clear()
        return emitted

    def end_reading(self) -> None:
        """Let go of the snapshot.

        PostgreSQL's driver forgets at a rollback what it has prepared on a connection. SQLite goes
        on reading at a commit if anything was not read to its end, and lets go at a rollback.
        """
        if self._transaction is None:
            return
        if self.connection.dialect.name == "sqlite":
            self._transaction.rollback()
        else:
            self._transaction.commit()

    def run_afterwards(self) -> None:
        steps, self._afterwards = self._afterwards, []
        for step in steps:
            step()

    def flush(self) -> None:
        """Send what waits in the session, so that what is wrong with it shows here."""
        if self._session is not None:
            self._session.flush()
