"""All services on PostgreSQL and RabbitMQ within one process, on a clock that the test moves."""

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

from sqlalchemy import Connection

from services.app.composition import SERVICES
from services.app.inprocess import InProcessServices
from services.app.platform import Wsgi
from services.gateway.edge import Edge
from services.gateway.ports import GatewayPorts
from shared.events.catalogue import ALL_SERVICES
from shared.messaging.rabbit import RabbitBus, declare_all
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

    def move(self, to: datetime) -> None:
        assert to >= self._now
        self._now = to


class FullPlatform:
    """A web process and a worker of each service, as far as one process can be all of them."""

    def __init__(
        self, settings: Settings, databases: Mapping[str, str], broker: str, clock: StandingClock
    ) -> None:
        declare_all(broker, ALL_SERVICES, DELAYS)
        self.buses = [RabbitBus(broker, delays=DELAYS) for _ in SERVICES]
        self.runtimes = {
            service.name: Runtime(
                service, settings=settings, url=databases[service.name], clock=clock, bus=bus
            )
            for service, bus in zip(SERVICES, self.buses, strict=True)
        }
        self.wsgi = self._connect()

    def start(self) -> None:
        for runtime in self.runtimes.values():
            runtime.start()

    def stop(self) -> None:
        for runtime in self.runtimes.values():
            runtime.stop()
        for bus in self.buses:
            bus.close()

    def await_published(self) -> None:
        """Wait until no outbox holds anything."""
        for name, runtime in self.runtimes.items():
            until(lambda r=runtime: r.relay.backlog == 0, 60, f"{name}'s outbox to drain")  # type: ignore[misc]

    def _connect(self) -> Wsgi:
        apps = {name: runtime.web() for name, runtime in self.runtimes.items()}
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
