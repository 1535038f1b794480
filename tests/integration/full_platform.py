"""All services on PostgreSQL and RabbitMQ within one process, on a clock that the test moves."""

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

from sqlalchemy import Connection

from services.app.composition import BY_NAME
from services.app.inprocess import InProcessServices
from services.app.platform import Wsgi
from services.gateway.edge import Edge
from services.gateway.ports import GatewayPorts
from services.gateway.usecases.operators import ensure_operator
from shared.events.catalogue import ALL_SERVICES
from shared.messaging.rabbit import RabbitBus, declare_all
from shared.prepared import Asked, Rows, together
from shared.runtime import Runtime
from shared.settings import Settings
from tests.waiting import until

DELAYS = (0.2, 0.5, 1.0)


class StandingClock:
    """Stands still until moved, and is taken for a real one: in no file, for every process."""

    manual = False

    def __init__(self, now: datetime) -> None:
        self._now = now

    def now(self, connection: Connection | None = None) -> datetime:  # noqa: ARG002
        return self._now

    def now_after(self, connection: Connection, *asked: Asked) -> tuple[list[Rows], datetime]:
        return together(connection, *asked), self._now

    def move(self, to: datetime) -> None:
        assert to >= self._now
        self._now = to


class FullPlatform:
    """A web process and a worker of each service, as far as one process can be all of them."""

    def __init__(
        self, settings: Settings, databases: Mapping[str, str], broker: str, clock: StandingClock
    ) -> None:
        declare_all(broker, ALL_SERVICES, DELAYS)
        self._settings, self._databases = settings, databases
        self._broker, self._clock = broker, clock
        self._buses: list[RabbitBus] = []
        # Those of the web processes; the workers have their own.
        self.runtimes = {name: self._runtime(name) for name in BY_NAME}
        self.workers: dict[str, Runtime] = {}
        self.wsgi = self._connect()

    def start(self) -> None:
        ensure_operator(self.runtimes["gateway"])
        for web in self.runtimes.values():
            web.start()
        for service in BY_NAME:
            self.start_worker(service)

    def start_worker(self, service: str) -> None:
        self._buses.append(RabbitBus(self._broker, delays=DELAYS))
        self.workers[service] = self._runtime(service, self._buses[-1])
        self.workers[service].start()

    def stop(self) -> None:
        for runtime in (*self.runtimes.values(), *self.workers.values()):
            runtime.stop()
        for bus in self._buses:
            bus.close()

    def await_published(self) -> None:
        """Wait until no outbox holds anything."""
        for name, worker in self.workers.items():
            until(lambda w=worker: w.relay.backlog == 0, 60, f"{name}'s outbox to drain")  # type: ignore[misc]

    def _runtime(self, service: str, bus: RabbitBus | None = None) -> Runtime:
        url = self._databases[service]
        return Runtime(
            BY_NAME[service], settings=self._settings, url=url, clock=self._clock, bus=bus
        )

    def _connect(self) -> Wsgi:
        apps = {name: web.web() for name, web in self.runtimes.items()}
        self.runtimes["gateway"].extras["ports"] = GatewayPorts(
            services=InProcessServices(apps), openapi=dict
        )
        return Edge(self.runtimes["gateway"], apps["gateway"])


def settings_for(folder: Path) -> Settings:
    return Settings(
        data=folder,
        secret="s" * 48,
        rate_limits=False,
        operator_email="operator@example.org",
        operator_password="correct horse battery",
        pool_size=4,
    )
