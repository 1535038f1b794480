"""The embedded platform: all services in one process, one SQLite file each, a local bus."""

import threading
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any

from services.app.composition import SERVICES
from services.app.inprocess import InProcessServices
from services.app.openapi import whole_document
from services.gateway.domain.errors import ClockBackwards
from services.gateway.edge import Edge
from services.gateway.ports import GatewayPorts
from services.gateway.usecases.operators import ensure_operator
from shared.clock import Clock, ManualClock, SystemClock
from shared.ids import NewId, new_id
from shared.messaging.local import LocalBus
from shared.migrate import migrate
from shared.runtime import Runtime
from shared.settings import Settings

SHORTEST_LOOK, LONGEST_LOOK = 0.001, 0.02

Wsgi = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


class Platform:
    """Everything between a client's request and the five databases, in this process."""

    def __init__(
        self, settings: Settings, *, bus: LocalBus | None = None, new_id: NewId = new_id
    ) -> None:
        self.settings = settings
        self.bus = bus or LocalBus()
        self.clock: Clock = (
            ManualClock(settings.data / "clock.json")
            if settings.clock == "manual"
            else SystemClock()
        )
        self._moving = threading.Lock()
        self.runtimes = {
            service.name: Runtime(
                service,
                settings=settings,
                url=settings.sqlite_url(service.name),
                clock=self.clock,
                bus=self.bus,
                new_id=new_id,
            )
            for service in SERVICES
        }
        self.wsgi: Wsgi = self._connect()

    def migrate(self) -> None:
        """Bring all five databases up to date."""
        for runtime in self.runtimes.values():
            migrate(runtime.service, runtime.engine)

    def start(self) -> None:
        """Start all background work, and catch up with what fell due while nobody was here.

        The operator whom the settings name is one from then on.
        """
        ensure_operator(self.runtimes["gateway"])
        for runtime in self.runtimes.values():
            runtime.start()
        self.settle()

    def begin_to_stop(self) -> None:
        """End what would go on by itself; everything else still works."""
        for runtime in self.runtimes.values():
            runtime.stopping.set()

    def stop(self) -> None:
        self.bus.close()
        for runtime in self.runtimes.values():
            runtime.stop()

    def settle(self) -> None:
        """Wait until nothing is due, no event is on its way and none waits in an outbox."""
        pause, seconds = threading.Event(), SHORTEST_LOOK
        while not self._at_rest():
            pause.wait(seconds)
            seconds = min(2 * seconds, LONGEST_LOOK)

    def move_clock(self, to: datetime) -> None:
        """Step the manual clock to `to` from deadline to deadline, settling at each.

        Raises `ClockBackwards`.
        """
        assert isinstance(self.clock, ManualClock)
        with self._moving:
            if to < self.clock.now():
                raise ClockBackwards(errors={"now": [ClockBackwards.title]})
            self.settle()
            while (due := self._next_deadline()) is not None and due <= to:
                self.clock.move(due)
                self.settle()
            self.clock.move(to)
            self.settle()

    def _connect(self) -> Wsgi:
        apps = {name: runtime.web() for name, runtime in self.runtimes.items()}
        gateway = self.runtimes["gateway"]
        gateway.extras["ports"] = GatewayPorts(
            services=InProcessServices(apps),
            openapi=lambda: whole_document(apps.values()),
            move_clock=self.move_clock if self.clock.manual else None,
        )
        return Edge(gateway, apps["gateway"])

    def _next_deadline(self) -> datetime | None:
        dues = [runtime.timers.next_due() for runtime in self.runtimes.values()]
        return min((due for due in dues if due is not None), default=None)

    def _at_rest(self) -> bool:
        """Nothing pending, and no commit meanwhile nor under way; wakes whose timers are due.

        Looking costs what it looks at some of its time, so the cheapest question comes first.
        """
        before, runtimes = self._commits(), self.runtimes.values()
        if None in before or not self.bus.idle:
            return False
        if any(runtime.relay.backlog for runtime in runtimes):
            return False
        overdue = [runtime for runtime in runtimes if self._is_due(runtime)]
        for runtime in overdue:
            runtime.timers.wake()
        return not overdue and self.bus.idle and self._commits() == before

    def _is_due(self, runtime: Runtime) -> bool:
        due = runtime.timers.next_due()
        with runtime.reading() as uow:
            return due is not None and due <= uow.now()

    def _commits(self) -> list[int | None]:
        return [runtime.commits.settled() for runtime in self.runtimes.values()]
