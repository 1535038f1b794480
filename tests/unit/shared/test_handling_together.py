"""Handlers that take a batch at once, and a database that is away."""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import chain

import pytest
from sqlalchemy import insert
from sqlalchemy.exc import OperationalError
from structlog.testing import capture_logs

from shared.errors import Conflict
from shared.events.catalogue import SolvingOpened
from shared.messaging.bus import Delivery
from shared.messaging.local import LocalBus
from shared.messaging.outbox import unpublished
from shared.runtime import Runtime
from shared.service import Batched, Service
from shared.unit_of_work import UnitOfWork
from tests.unit.shared.conftest import make_service, notes
from tests.unit.shared.test_messaging import dead, emit, noted, opened, publish_all

Make = Callable[..., Runtime]


class Together:
    """Notes the rounds of each batch; refuses one that holds an `unlucky` one."""

    def __init__(self, unlucky: int | None = None) -> None:
        self.batches: list[list[int]] = []
        self.unlucky = unlucky

    def __call__(self, uow: UnitOfWork, events: Sequence[SolvingOpened]) -> None:
        rounds = [event.round for event in events]
        self.batches.append(rounds)
        if self.unlucky in rounds:
            raise Conflict("not this one")
        uow.connection.execute(insert(notes), [{"n": number} for number in rounds])
        uow.emit(opened(1000))

    def service(self) -> Service:
        return replace(make_service("match"), handlers={SolvingOpened: Batched(self)})


def test_what_comes_together_is_handled_together_and_once(make_runtime: Make) -> None:
    handler = Together()
    bus = LocalBus(unruly=random.Random(5))
    sender = make_runtime("scheduler", bus)
    receiver = make_runtime("match", bus, service=handler.service())
    receiver.consumer.start()
    emit(sender, *range(1, 101))
    publish_all(sender)
    receiver.consumer.stop()
    assert noted(receiver) == list(range(1, 101))
    assert sorted(chain(*handler.batches)) == list(range(1, 101))
    assert len(handler.batches) < 50


def test_what_a_batch_emits_is_caused_by_its_first_event(make_runtime: Make) -> None:
    bus = LocalBus()
    sender = make_runtime("scheduler", bus)
    receiver = make_runtime("match", bus, service=Together().service())
    emit(sender, 1, 2, 3)
    with sender.reading() as uow:
        sent = unpublished(uow.connection, 10)
    receiver.consumer.start()
    publish_all(sender)
    receiver.consumer.stop()
    with receiver.reading() as uow:
        (told,) = unpublished(uow.connection, 10)
    assert told.cause.causation_id == sent[0].id
    assert told.cause.correlation_id == sent[0].cause.correlation_id


def test_one_bad_event_of_a_batch_is_buried_alone(make_runtime: Make) -> None:
    bus = LocalBus()
    sender = make_runtime("scheduler", bus)
    receiver = make_runtime("match", bus, service=Together(unlucky=2).service())
    receiver.consumer.start()
    emit(sender, 1, 2, 3)
    publish_all(sender)
    receiver.consumer.stop()
    assert noted(receiver) == [1, 3]
    assert len(dead(receiver)) == 1


def test_a_database_that_is_away_costs_one_line_a_batch(
    make_runtime: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    sender, receiver = make_runtime("scheduler"), make_runtime("match")
    emit(sender, 1, 2)
    with sender.reading() as uow:
        batch = [Delivery(envelope) for envelope in unpublished(uow.connection, 10)]
    gone = OperationalError("SELECT 1", {}, Exception("gone"), connection_invalidated=True)

    def away() -> None:
        raise gone

    monkeypatch.setattr(receiver, "writing", away)
    with capture_logs() as logs:
        handled = receiver.consumer._handle(batch)
    assert [one.outcome for one in handled] == ["away", "away"]
    (line,) = logs
    assert (line["event"], line["log_level"]) == ("database_away", "warning")
    assert "exc_info" not in line


def test_a_database_that_goes_in_the_middle_puts_off_all(make_runtime: Make) -> None:
    gone = OperationalError("SELECT 1", {}, Exception("gone"), connection_invalidated=True)

    def lose_it(_uow: UnitOfWork, _event: SolvingOpened) -> None:
        raise gone

    sender = make_runtime("scheduler")
    service = replace(make_service("match"), handlers={SolvingOpened: lose_it})
    receiver = make_runtime("match", service=service)
    emit(sender, 1, 2)
    with sender.reading() as uow:
        batch = [Delivery(envelope) for envelope in unpublished(uow.connection, 10)]
    with capture_logs() as logs:
        handled = receiver.consumer._handle(batch)
    assert [one.outcome for one in handled] == ["away", "away"]
    assert [line["event"] for line in logs] == ["database_away"]
    assert noted(receiver) == []
