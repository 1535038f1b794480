"""The same cases on the local bus with SQLite and on RabbitMQ with PostgreSQL."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from sqlalchemy import func, select

from shared.clock import SystemClock
from shared.errors import Conflict
from shared.events.catalogue import ALL_SERVICES, SolvingOpened
from shared.messaging.bus import Bus
from shared.messaging.local import LocalBus
from shared.messaging.rabbit import RabbitBus, declare_all
from shared.runtime import Runtime
from shared.service import Service
from shared.settings import Settings
from shared.tables import KIT, inbox
from shared.unit_of_work import UnitOfWork
from tests.servers import RabbitServer
from tests.unit.shared.conftest import METADATA, make_service, notes
from tests.waiting import until

DELAYS = (0.1, 0.2)


@dataclass
class World:
    """Runtimes that share a kind of bus; each has a database of its own."""

    make_bus: Callable[[], Bus]
    make_url: Callable[[str], str]
    folder: Path
    running: list[Runtime] = field(default_factory=list)

    def start(self, service: Service, url: str | None = None) -> Runtime:
        runtime = Runtime(
            service,
            settings=Settings(data=self.folder, secret="s" * 40),
            url=url or self.make_url(service.name),
            clock=SystemClock(),
            bus=self.make_bus(),
        )
        for metadata in (KIT, METADATA):
            metadata.create_all(runtime.engine)
        runtime.start()
        self.running.append(runtime)
        return runtime


@pytest.fixture(params=["local", "full"])
def world(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[World]:
    made = (_local if request.param == "local" else _full)(request, tmp_path)
    yield made
    for runtime in made.running:
        runtime.stop()


def _local(_request: pytest.FixtureRequest, folder: Path) -> World:
    bus = LocalBus()
    return World(lambda: bus, lambda name: f"sqlite:///{folder / name}.sqlite", folder)


def _full(request: pytest.FixtureRequest, folder: Path) -> World:
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


def test_an_event_has_its_effect_once_in_each_listener(world: World) -> None:
    sender, match = world.start(make_service("scheduler")), world.start(make_service("match"))
    gateway = world.start(make_service("gateway"))
    emit(sender, *range(1, 601))
    for listener in (match, gateway):
        until(lambda listener=listener: len(noted(listener)) == 600, what="600 effects")
    until(lambda: sender.relay.backlog == 0, what="an empty outbox")
    assert noted(match) == noted(gateway) == list(range(1, 601))


def test_a_failing_handler_does_not_hold_up_the_others(world: World) -> None:
    def fail_on_two(uow: UnitOfWork, event: SolvingOpened) -> None:
        if event.round == 2:
            raise RuntimeError("never")
        make_service("match").handlers[SolvingOpened](uow, event)

    sender = world.start(make_service("scheduler"))
    match = world.start(replace(make_service("match"), handlers={SolvingOpened: fail_on_two}))
    emit(sender, 1, 2, 3)
    until(lambda: noted(match) == [1, 3], what="the others")
    (letter,) = until(lambda: match.dead_letters.all(), what="a dead letter")
    assert "after 5 attempts" in letter.reason
    assert (letter.type, letter.service) == ("SolvingOpened", "match")


def test_a_dead_letter_can_be_replayed_or_dropped(world: World) -> None:
    mood = {"refuse": True}

    def moody(uow: UnitOfWork, event: SolvingOpened) -> None:
        if mood["refuse"]:
            raise Conflict("not today")
        make_service("match").handlers[SolvingOpened](uow, event)

    sender = world.start(make_service("scheduler"))
    match = world.start(replace(make_service("match"), handlers={SolvingOpened: moody}))
    emit(sender, 1, 2)
    letters = until(
        lambda: found if len(found := match.dead_letters.all()) == 2 else [], what="two letters"
    )
    mood["refuse"] = False
    assert match.dead_letters.drop(letters[0].id)
    assert match.dead_letters.replay(letters[1].id)
    until(lambda: len(noted(match)) == 1, what="the replayed effect")
    until(lambda: not match.dead_letters.all(), what="no letters left")
    assert not match.dead_letters.replay(letters[0].id)


def test_what_is_emitted_while_nobody_listens_arrives_later(world: World) -> None:
    sender = world.start(make_service("scheduler"))
    emit(sender, 1, 2)
    match = world.start(make_service("match"))
    world.start(make_service("gateway"))
    until(lambda: noted(match) == [1, 2], what="both effects")


def test_inbox_counts_each_event_once(world: World) -> None:
    sender, match = world.start(make_service("scheduler")), world.start(make_service("match"))
    world.start(make_service("gateway"))
    emit(sender, 1, 2, 3)
    until(lambda: noted(match) == [1, 2, 3])
    with match.reading() as uow:
        counted = select(func.count()).select_from(inbox).where(inbox.c.type == "SolvingOpened")
        assert uow.connection.execute(counted).scalar_one() == 3
