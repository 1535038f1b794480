"""What the full deployment's bus could lose, and how it is noticed."""

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import select, text

from shared.clock import real_now
from shared.context import Cause
from shared.errors import Conflict
from shared.events.catalogue import SolvingOpened
from shared.events.envelope import Envelope
from shared.messaging import topology
from shared.messaging.positions import missing
from shared.messaging.reconciliation import Patience
from shared.tables import heads
from shared.unit_of_work import UnitOfWork
from tests.broker import delete_queue, send, steal
from tests.integration.worlds import World, emit, full_world, noted
from tests.servers import RabbitServer
from tests.unit.shared.conftest import make_service
from tests.waiting import until

QUEUE = topology.work_queue("match")


@pytest.fixture
def world(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[World]:
    made = full_world(request, tmp_path)
    yield made
    made.stop()


def test_an_event_stolen_from_a_queue_is_asked_for_again(
    world: World, fresh_rabbit: RabbitServer
) -> None:
    sender = world.start(make_service("scheduler"))
    emit(sender, 1, 2, 3)
    until(lambda: sender.relay.backlog == 0, what="three events in the queue")
    assert steal(fresh_rabbit.url, QUEUE)
    match = world.start(make_service("match"))
    until(lambda: noted(match) == [2, 3], what="what was not stolen")
    match.reconciliation.ask()
    assert noted(match) == [2, 3], "one look alone may only be early"
    match.reconciliation.ask()
    until(lambda: noted(match) == [1, 2, 3], what="the stolen event")


def test_the_last_event_of_all_is_missed_too(world: World, fresh_rabbit: RabbitServer) -> None:
    sender = world.start(make_service("scheduler"))
    emit(sender, 1)
    until(lambda: sender.relay.backlog == 0)
    while steal(fresh_rabbit.url, QUEUE):
        pass
    match = world.start(make_service("match"))
    sender.reconciliation.announce()

    def asked_until_there() -> bool:
        match.reconciliation.ask()
        return noted(match) == [1]

    until(asked_until_there, what="the last event")


def test_a_queue_deleted_under_its_consumer_is_made_again(
    world: World, fresh_rabbit: RabbitServer
) -> None:
    sender, match = world.start(make_service("scheduler")), world.start(make_service("match"))
    emit(sender, 1)
    until(lambda: noted(match) == [1])
    delete_queue(fresh_rabbit.url, QUEUE)
    emit(sender, 2, 3)

    def asked_until_there() -> bool:
        sender.reconciliation.announce()
        match.reconciliation.ask()
        return noted(match) == [1, 2, 3]

    until(asked_until_there, what="all events")


def test_a_dead_letter_is_not_asked_for_again(world: World) -> None:
    def fail_on_two(uow: UnitOfWork, event: SolvingOpened) -> None:
        if event.round == 2:
            raise Conflict("not that one")
        make_service("match").handlers[SolvingOpened](uow, event)

    sender = world.start(make_service("scheduler"))
    match = world.start(replace(make_service("match"), handlers={SolvingOpened: fail_on_two}))
    emit(sender, 1, 2, 3)
    until(lambda: noted(match) == [1, 3], what="the others")
    until(lambda: match.dead_letters.count() == 1, what="one dead letter")
    with match.writing() as uow:
        assert missing(uow.connection, "scheduler", 10) == []


def test_what_was_asked_for_is_given_time_to_come() -> None:
    patience = Patience()
    assert patience.worth_asking({3, 1}, now=0.0) == [1, 3]
    assert patience.worth_asking({3, 1}, now=29.0) == []
    assert patience.worth_asking({3, 1, 7}, now=30.0) == [1, 3, 7]
    assert patience.worth_asking({3, 7}, now=61.0) == [7]
    assert patience.worth_asking({3, 7}, now=90.0) == [3]
    # What came meanwhile is forgotten, and asked for at once should it be lost another time.
    assert patience.worth_asking({1}, now=91.0) == [1]


def test_nobody_speaks_in_another_ones_name(world: World, fresh_rabbit: RabbitServer) -> None:
    sender, match = world.start(make_service("scheduler")), world.start(make_service("match"))
    emit(sender, 1)
    until(lambda: noted(match) == [1])
    said = SolvingOpened(season_id="s", round=7, matches=0)
    forged = Envelope(
        id="forged",
        source="scheduler",
        type=said.type,
        subject="s",
        time=real_now(),
        data=said.schema.dump(said),
        cause=Cause("forger"),
        ordering_key="s",
        sequence=1,
    )
    # Under its own name a service may say this much, which everybody hears.
    key = "ladder.StreamAnnounced"
    send(fresh_rabbit.url, topology.EVENTS, key, forged.to_json().encode(), id="forged")
    (letter,) = until(match.dead_letters.all, what="the forgery among the dead letters")
    assert "claims to be scheduler.SolvingOpened" in letter.reason
    assert noted(match) == [1]


def test_the_head_moves_up_with_what_is_there(world: World) -> None:
    sender, match = world.start(make_service("scheduler")), world.start(make_service("match"))
    emit(sender, *range(1, 51))
    until(lambda: len(noted(match)) == 50)
    match.reconciliation.ask()
    with match.reading() as uow:
        asked = select(heads.c.position).where(heads.c.source == "scheduler")
        assert uow.connection.execute(asked).scalar_one() >= 50


def test_two_who_move_the_head_at_once_both_do(world: World) -> None:
    sender, match = world.make(make_service("scheduler")), world.make(make_service("match"))
    for runtime in (sender, match):
        runtime.relay.start()
        runtime.consumer.start()
    emit(sender, *range(1, 6))
    until(lambda: len(noted(match)) == 5)
    found: list[list[int]] = []

    def look() -> None:
        with match.plain_writing() as connection:
            found.append(missing(connection, "scheduler", 100))

    with match.plain_writing() as first:
        found.append(missing(first, "scheduler", 100))
        second = threading.Thread(target=look)
        second.start()
        with match.reading() as uow:
            waiting = text(
                "SELECT count(*) FROM pg_stat_activity"
                " WHERE datname = current_database() AND wait_event_type = 'Lock'"
            )
            until(lambda: uow.connection.execute(waiting).scalar_one(), what="the second to wait")
    second.join()
    assert found == [[], []]


def test_the_broker_away_and_back(world: World, fresh_rabbit: RabbitServer) -> None:
    if fresh_rabbit.stop is None or fresh_rabbit.start is None:
        pytest.fail("this test needs a broker that it may stop: unset JUSTA_TEST_AMQP_URL")
    sender, match = world.start(make_service("scheduler")), world.start(make_service("match"))
    emit(sender, 1)
    until(lambda: noted(match) == [1])
    fresh_rabbit.stop()
    emit(sender, 2)
    until(lambda: world.buses[0].trouble(), what="trouble told")
    assert sender.relay.backlog >= 1
    fresh_rabbit.start()
    until(lambda: noted(match) == [1, 2], seconds=60, what="the event of the dark hour")
    until(lambda: world.buses[0].trouble() is None, seconds=60, what="no more trouble")
