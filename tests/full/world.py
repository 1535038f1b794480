"""Two web processes and two workers of every service, on a clock that tests move.

To its tests it is what the embedded platform is: clients, an operator, and a clock that is moved
over HTTP, each move answered once every effect is visible. The second process of each kind runs
on a host half a second ahead.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import cycle
from pathlib import Path
from typing import Any

from sqlalchemy import create_engine, text

from shared.events.catalogue import ALL_SERVICES
from tests.clients import Answer
from tests.databases import new_databases
from tests.deployment import OPERATOR_EMAIL, OPERATOR_PASSWORD, Deployment, HttpClient
from tests.full.database_clock import DatabaseClock
from tests.full.rest import Rest
from tests.servers import PostgresServer, RabbitServer

START = datetime(2030, 1, 1, 12, tzinfo=UTC)
AHEAD = 0.5
# Races send forty requests at once, and one service may have three quarters of these.
THREADS = "48"
CLOCK = "/api/v1/admin/clock"


class AttendedClock:
    """Moves as if the hours until then had passed, and the scheduler had been there all along."""

    def __init__(self, clock: DatabaseClock, scheduler: str) -> None:
        self._clock, self._scheduler = clock, create_engine(scheduler)

    def now(self) -> datetime:
        return self._clock.now()

    def move(self, to: datetime) -> None:
        with self._scheduler.begin() as connection:
            connection.execute(text("UPDATE presence SET seen_at = :to"), {"to": to})
        self._clock.move(to)

    def close(self) -> None:
        self._scheduler.dispose()
        self._clock.close()


class FullWorld:
    """Takes the place of a `RunningPlatform`, and of the `platform` inside it."""

    operator_email, operator_password = OPERATOR_EMAIL, OPERATOR_PASSWORD

    def __init__(self, justa: Deployment, clock: AttendedClock, rest: Rest) -> None:
        self.justa, self.clock, self._rest = justa, clock, rest
        gateways = [p for name, p in justa.processes.items() if name.startswith("gateway-web")]
        self._turns = cycle([HttpClient(gateway.address) for gateway in gateways])
        self._moving, self._turning = threading.Lock(), threading.Lock()

    @property
    def platform(self) -> "FullWorld":
        return self

    def client(self) -> "WorldClient":
        return WorldClient(self)

    def next_gateway(self) -> HttpClient:
        """Each request is another gateway's than the one before."""
        with self._turning:
            return next(self._turns)

    def settle(self) -> None:
        self._rest.wait()

    def move_clock(self, to: datetime) -> bool:
        """Step from deadline to deadline, at rest at each; False if that would be backwards."""
        with self._moving:
            if to < self.clock.now():
                return False
            self.settle()
            while (due := self._rest.next_deadline()) is not None and due <= to:
                self._step(due)
            self._step(to)
            return True

    def close(self) -> None:
        self._rest.close()
        self.clock.close()

    def _step(self, to: datetime) -> None:
        self.clock.move(to)
        self.settle()


class WorldClient:
    """Speaks HTTP to the gateways in turn; the clock, which no deployment lets anybody move, is
    moved from here.
    """

    def __init__(self, world: FullWorld) -> None:
        self._world = world

    def request(
        self,
        method: str,
        path: str,
        json: Any = None,
        headers: dict[str, str] | None = None,
        token: str | None = None,
    ) -> Answer:
        if path == CLOCK:
            return self._clock(json)
        return self._world.next_gateway().request(method, path, json, headers, token)

    def _clock(self, json: Any) -> Answer:
        moved = json is None or self._world.move_clock(datetime.fromisoformat(json["now"]))
        now = self._world.clock.now().astimezone(UTC).isoformat().replace("+00:00", "Z")
        told = f'{{"now": "{now}"}}' if moved else '{"code": "clock_backwards"}'
        return Answer(200 if moved else 422, {}, told.encode())


@contextmanager
def full_world(folder: Path, postgres: PostgresServer, rabbit: RabbitServer) -> Iterator[FullWorld]:
    # What one gateway has kept for a second would be another one's past.
    settings = {"THREADS": THREADS, "POOL_SIZE": "4", "PUBLIC_READS_SECONDS": "0"}
    with new_databases(postgres) as make:
        databases = {service: make(service) for service in ALL_SERVICES}
        clock = DatabaseClock(databases, START)
        with Deployment(folder, databases, rabbit.url, **settings) as justa:
            _start(justa)
            attended = AttendedClock(clock, databases["scheduler"])
            world = FullWorld(justa, attended, Rest(databases, folder))
            world.settle()
            yield world
            world.close()


def _start(justa: Deployment) -> None:
    for command in (("migrate", "all"), ("topology", "all"), ("operator",)):
        justa.run(*command)
    for service in ALL_SERVICES:
        justa.add(service, "worker")
        justa.add(service, "worker", ahead=AHEAD)
        justa.add(service, "web")
    _add_second_webs(justa)
    justa.add("gateway", "stream")
    justa.ready()


def _add_second_webs(justa: Deployment) -> None:
    """The second gateway calls the second process of each service."""
    others = [service for service in ALL_SERVICES if service != "gateway"]
    seconds = {service: justa.add(service, "web", ahead=AHEAD) for service in others}
    urls = ",".join(f"{service}={web.address}" for service, web in seconds.items())
    justa.add("gateway", "web", ahead=AHEAD, SERVICE_URLS=urls)
