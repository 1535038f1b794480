"""The same cases on the local bus with SQLite and on RabbitMQ with PostgreSQL."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import func, select

from shared.errors import Conflict, NotFound
from shared.events.catalogue import SolvingOpened
from shared.messaging.dead_letters import StillDead
from shared.tables import inbox
from shared.unit_of_work import UnitOfWork
from tests.integration.worlds import World, emit, full_world, local_world, noted
from tests.unit.shared.conftest import make_service
from tests.waiting import until


@pytest.fixture(params=["local", "full"])
def world(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[World]:
    made = (local_world if request.param == "local" else full_world)(request, tmp_path)
    yield made
    made.stop()


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
    assert (letter.type, letter.attempts) == ("SolvingOpened", 5)


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
    with pytest.raises(StillDead, match="not today"):
        match.dead_letters.replay(letters[0].id)
    assert len(match.dead_letters.all()) == 2
    mood["refuse"] = False
    match.dead_letters.drop(letters[0].id)
    match.dead_letters.replay(letters[1].id)
    assert len(noted(match)) == 1
    assert match.dead_letters.all() == []
    for gone in (match.dead_letters.replay, match.dead_letters.drop):
        with pytest.raises(NotFound):
            gone(letters[0].id)


def test_what_is_emitted_while_nobody_listens_arrives_later(world: World) -> None:
    sender = world.start(make_service("scheduler"))
    match, gateway = world.make(make_service("match")), world.make(make_service("gateway"))
    emit(sender, 1, 2)
    assert noted(match) == []
    for listener in (match, gateway):
        listener.start()
    until(lambda: noted(match) == [1, 2], what="both effects")


def test_inbox_counts_each_event_once(world: World) -> None:
    sender, match = world.start(make_service("scheduler")), world.start(make_service("match"))
    world.start(make_service("gateway"))
    emit(sender, 1, 2, 3)
    until(lambda: noted(match) == [1, 2, 3])
    with match.reading() as uow:
        counted = select(func.count()).select_from(inbox).where(inbox.c.type == "SolvingOpened")
        assert uow.connection.execute(counted).scalar_one() == 3
