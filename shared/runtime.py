"""Runs a declared service: its database, its web application and its background work."""

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, nullcontext
from functools import partial
from typing import Any

from flask import Flask
from sqlalchemy import Connection, Engine, RootTransaction

from shared import tracing
from shared.clock import Clock
from shared.commits import Commits
from shared.db import READ_ONLY, open_engine
from shared.events.catalogue import (
    EventsWanted,
    EventType,
    SnapshotWanted,
    StreamAnnounced,
)
from shared.housekeeping import Housekeeping
from shared.ids import NewId, new_id
from shared.leadership import Led, Notifier
from shared.loops import Loop
from shared.messaging.bus import Bus
from shared.messaging.consumer import Consumer
from shared.messaging.dead_letters import DeadLetters, Undertaker
from shared.messaging.reconciliation import Reconciliation, answer_request, take_announcement
from shared.messaging.relay import Relay
from shared.messaging.snapshots import take_order
from shared.service import Handler, Service
from shared.settings import Settings
from shared.timers import TimerLoop
from shared.unit_of_work import UnitOfWork
from shared.vitals import Vitals


class Runtime:
    """One service in one process. Nothing connects before it is used (so: after a fork).

    With a `bus` it does the service's background work too (`relay`, `consumer`, `timers`,
    `housekeeping`); without one it only answers requests, and another process does that.
    """

    def __init__(
        self,
        service: Service,
        *,
        settings: Settings,
        url: str,
        clock: Clock,
        bus: Bus | None,
        new_id: NewId = new_id,
        extras: Mapping[str, Any] | None = None,
    ) -> None:
        self.service = service
        self.settings = settings
        self.clock = clock
        self.new_id = new_id
        # What only the composition root can give (the gateway's way to the services, say).
        self.extras = dict(extras or {})
        self.bus = bus
        self.vitals = Vitals(self)
        self.dead_letters = DeadLetters(self)
        self.engine: Engine = open_engine(url, pool_size=settings.pool_size)
        tracing.spans.watch(self.engine)
        self._read_only = self.engine.execution_options(**READ_ONLY[self.engine.dialect.name])
        # SQLite has one writer; waiting for a lock of ours wakes at once, while its own busy
        # handler sleeps in growing steps.
        self._writer: Any = threading.RLock() if url.startswith("sqlite") else nullcontext()
        self.commits = Commits()
        # For what would go on by itself, such as a long answer.
        self.stopping = threading.Event()
        self.handlers: dict[EventType, Handler] = {
            **service.handlers,
            StreamAnnounced: take_announcement,
            EventsWanted: partial(answer_request, service.name),
            SnapshotWanted: partial(take_order, service.snapshot, service.name),
        }
        self._parts: list[Loop] = [make(self) for make in service.background] if bus else []
        self._on_commit: list[Callable[[], None]] = []
        self._on_events: list[Callable[[], None]] = []
        if self.engine.dialect.name != "sqlite":
            notifier = Notifier(self.engine, service.name)
            self._parts.append(notifier)
            self._on_events.append(notifier.wake)
        if bus is not None:
            self._prepare_background(bus)

    @property
    def name(self) -> str:
        return self.service.name

    @contextmanager
    def writing(self, *, has_waited: bool = False) -> Iterator[UnitOfWork]:
        """A unit of work that commits at the end, or leaves no trace if the block raises."""
        with ExitStack() as opened:
            uow = self._unit_of_work(lambda: self._open(opened), has_waited=has_waited)
            yield uow
            with self.commits.one():
                emitted = uow.commit()
        for wake in self._on_commit + (self._on_events if emitted else []):
            wake()
        uow.run_afterwards()

    @contextmanager
    def reading(self) -> Iterator[UnitOfWork]:
        """A unit of work on one snapshot, which can change nothing."""
        with ExitStack() as opened:
            uow = self._unit_of_work(partial(_begun, self._read_only, opened))
            yield uow
            uow.end_reading()

    @contextmanager
    def plain_writing(self) -> Iterator[Connection]:
        """A short writing transaction of the kit's own; it wakes nobody."""
        with self._writer, self.engine.begin() as connection:
            yield connection

    def web(self) -> Flask:
        """The service's Flask application."""
        from shared.web.app import create_app, route_of

        app = create_app(self)
        served: Any = tracing.spans.served(app.wsgi_app, self.name, route_of)
        app.wsgi_app = served  # type: ignore[method-assign]  # as Flask wants it
        return app

    def add_part(self, part: Loop) -> None:
        """A loop that only this kind of process has; it starts and stops with the others."""
        self._parts.append(part)

    def start(self) -> None:
        """Start consumer, relay, timers and the service's own loops, each a thread of its own."""
        for part in self._parts:
            part.start()

    def stop(self) -> None:
        """Finish what is in hand and stop: no new work first, the relay last."""
        self.stopping.set()
        for part in reversed(self._parts):
            part.stop()
        self.engine.dispose()

    def leading(self) -> dict[str, bool]:
        """Which of the parts that only one process of a service does are done by this one."""
        return {part.name: part.leads for part in self._parts if isinstance(part, Led)}

    def dead_parts(self) -> list[str]:
        """The parts whose thread has ended though nobody stopped it."""
        return [part.name for part in self._parts if part.has_died]

    def _prepare_background(self, bus: Bus) -> None:
        self.housekeeping = Housekeeping(self)
        self.relay = Relay(self, bus)
        self.consumer = Consumer(self, bus)
        self.timers = TimerLoop(self)
        self._parts += [self.housekeeping, self.relay, self.consumer, self.timers]
        if (dead_queue := bus.dead_queue(self.name)) is not None:
            self._parts.append(Undertaker(self, dead_queue))
        self._on_events.append(self.relay.wake)
        self._on_commit.append(self.timers.wake)
        self.reconciliation = Reconciliation(self)
        if bus.can_lose:
            self._parts.append(self.reconciliation)

    def _open(self, opened: ExitStack) -> RootTransaction:
        opened.enter_context(self._writer)
        return _begun(self.engine, opened)

    def _unit_of_work(
        self, begin: Callable[[], RootTransaction], *, has_waited: bool = False
    ) -> UnitOfWork:
        return UnitOfWork(
            begin,
            service=self.service.name,
            clock=self.clock,
            new_id=self.new_id,
            reading=self.reading,
            has_waited=has_waited,
        )


def _begun(engine: Engine, opened: ExitStack) -> RootTransaction:
    """A transaction on a connection of its own; both end with `opened`."""
    return opened.enter_context(engine.connect()).begin()
