"""Small worlds of a few runtimes on one kind of bus and database."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from sqlalchemy import select, text

from shared.clock import SystemClock
from shared.events.catalogue import ALL_SERVICES, SolvingOpened
from shared.messaging.bus import Bus
from shared.messaging.local import LocalBus
from shared.messaging.rabbit import RabbitBus, declare_all
from shared.migrate import is_migrated
from shared.runtime import Runtime
from shared.service import Service
from shared.settings import Settings
from shared.tables import KIT
from tests.servers import RabbitServer
from tests.unit.shared.conftest import METADATA, notes

DELAYS = (0.1, 0.2)


@dataclass
class World:
    """Runtimes that share a kind of bus; each has a database of its own."""

    make_bus: Callable[[], Bus]
    make_url: Callable[[str], str]
    folder: Path
    running: list[Runtime] = field(default_factory=list)
    buses: list[Bus] = field(default_factory=list)

    def start(self, service: Service, url: str | None = None) -> Runtime:
        runtime = self.make(service, url)
        runtime.start()
        return runtime

    def make(self, service: Service, url: str | None = None) -> Runtime:
        """A service that takes nothing yet, though there is a queue of its own."""
        self.buses.append(self.make_bus())
        runtime = Runtime(
            service,
            settings=Settings(data=self.folder, secret="s" * 40),
            url=url or self.make_url(service.name),
            clock=SystemClock(),
            bus=self.buses[-1],
        )
        for metadata in (KIT, METADATA):
            metadata.create_all(runtime.engine)
        _count_as_migrated(runtime)
        self.running.append(runtime)
        return runtime

    def stop(self) -> None:
        for runtime in self.running:
            runtime.stop()
        for bus in self.buses:
            bus.close()


def _count_as_migrated(runtime: Runtime) -> None:
    """Tables that come without migrations are like those of a later program.

    Whoever was in trouble with a database waits until it is up to date.
    """
    with runtime.plain_writing() as connection:
        connection.execute(text("CREATE TABLE IF NOT EXISTS alembic_version (version_num TEXT)"))
        if not is_migrated(runtime.service, connection):
            connection.execute(text("INSERT INTO alembic_version VALUES ('later')"))


def local_world(_request: pytest.FixtureRequest, folder: Path) -> World:
    bus = LocalBus()
    return World(lambda: bus, lambda name: f"sqlite:///{folder / name}.sqlite", folder)


def full_world(request: pytest.FixtureRequest, folder: Path) -> World:
    rabbit: RabbitServer = request.getfixturevalue("fresh_rabbit")
    make_database: Callable[[str], str] = request.getfixturevalue("make_database")
    declare_all(rabbit.url, ALL_SERVICES, DELAYS)
    return World(lambda: RabbitBus(rabbit.url, delays=DELAYS), make_database, folder)


def emit(runtime: Runtime, *numbers: int) -> None:
    with runtime.writing() as uow:
        uow.emit(*(SolvingOpened(season_id="s", round=n, matches=0) for n in numbers))


def noted(runtime: Runtime) -> list[int]:
    with runtime.reading() as uow:
        return sorted(uow.connection.execute(select(notes.c.n)).scalars())
