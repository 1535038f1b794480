"""Outbox, relay, local bus, consumer and inbox together."""

import random
import threading
from collections.abc import Callable
from dataclasses import replace

from sqlalchemy import func, insert, select

from shared.errors import Conflict
from shared.events.catalogue import SolvingOpened
from shared.messaging.local import LocalBus
from shared.messaging.outbox import count_unpublished, unpublished
from shared.runtime import Runtime
from shared.tables import dead_letters, inbox
from tests.unit.shared.conftest import make_service, notes

Make = Callable[..., Runtime]


def opened(number: int) -> SolvingOpened:
    return SolvingOpened(season_id="s", round=number, matches=0)


def emit(runtime: Runtime, *numbers: int) -> None:
    with runtime.writing() as uow:
        uow.emit(*(opened(n) for n in numbers))


def noted(runtime: Runtime) -> list[int]:
    with runtime.reading() as uow:
        return sorted(uow.connection.execute(select(notes.c.n)).scalars())


def dead(runtime: Runtime) -> list[str]:
    with runtime.reading() as uow:
        return list(uow.connection.execute(select(dead_letters.c.reason)).scalars())


def publish_all(*runtimes: Runtime) -> None:
    for runtime in runtimes:
        while runtime.relay.publish_some():
            pass


def test_event_is_stored_only_with_its_change(make_runtime: Make) -> None:
    runtime = make_runtime()
    try:
        with runtime.writing() as uow:
            uow.connection.execute(insert(notes).values(n=1))
            uow.emit(opened(1))
            raise Conflict
    except Conflict:
        pass
    with runtime.reading() as uow:
        assert count_unpublished(uow.connection) == 0
    assert noted(runtime) == []


def test_events_keep_their_order_and_their_cause(make_runtime: Make) -> None:
    runtime = make_runtime()
    emit(runtime, 3, 1, 2)
    with runtime.reading() as uow:
        envelopes = unpublished(uow.connection, 10)
    assert [e.data["round"] for e in envelopes] == [3, 1, 2]
    assert [e.sequence for e in envelopes] == [1, 2, 3]
    assert len({e.cause.correlation_id for e in envelopes}) == 1


def test_unruly_bus_still_applies_every_event_once(make_runtime: Make) -> None:
    bus = LocalBus(unruly=random.Random(1))
    sender, receiver = make_runtime("scheduler", bus), make_runtime("match", bus)
    receiver.consumer.start()
    emit(sender, *range(1, 301))
    publish_all(sender)
    receiver.consumer.stop()
    assert noted(receiver) == list(range(1, 301))
    assert sender.relay.backlog == 0
    assert dead(receiver) == []


def test_nothing_is_marked_published_before_its_effect(make_runtime: Make) -> None:
    bus = LocalBus()
    sender, receiver = make_runtime("scheduler", bus), make_runtime("match", bus)
    emit(sender, 1)
    publishing = threading.Thread(target=sender.relay.publish_some)
    publishing.start()
    assert sender.relay.backlog == 1
    receiver.consumer.start()
    publishing.join(timeout=5)
    receiver.consumer.stop()
    assert (sender.relay.backlog, noted(receiver)) == (0, [1])


def test_handler_that_keeps_failing_is_buried_while_others_flow(make_runtime: Make) -> None:
    def fail_on_two(uow: object, event: SolvingOpened) -> None:
        if event.round == 2:
            raise RuntimeError("the disk is made of cheese")
        make_service("match").handlers[SolvingOpened](uow, event)  # type: ignore[arg-type]

    bus = LocalBus()
    sender = make_runtime("scheduler", bus)
    failing = replace(make_service("match"), handlers={SolvingOpened: fail_on_two})
    receiver = make_runtime("match", bus, service=failing)
    receiver.consumer.start()
    emit(sender, 1, 2, 3)
    publish_all(sender)
    receiver.consumer.stop()
    assert noted(receiver) == [1, 3]
    (reason,) = dead(receiver)
    assert "after 5 attempts" in reason
    assert "cheese" in reason


def test_refusal_by_a_rule_is_buried_at_once(make_runtime: Make) -> None:
    seen: list[int] = []

    def refuse(_uow: object, event: SolvingOpened) -> None:
        seen.append(event.round)
        raise Conflict("no such thing")

    bus = LocalBus()
    sender = make_runtime("scheduler", bus)
    receiver = make_runtime(
        "match", bus, service=replace(make_service("match"), handlers={SolvingOpened: refuse})
    )
    receiver.consumer.start()
    emit(sender, 1)
    publish_all(sender)
    receiver.consumer.stop()
    assert seen == [1, 1], "once together with its batch, once alone"
    assert len(dead(receiver)) == 1


def test_inbox_remembers_what_was_handled(make_runtime: Make) -> None:
    bus = LocalBus(unruly=random.Random(3))
    sender, receiver = make_runtime("scheduler", bus), make_runtime("match", bus)
    receiver.consumer.start()
    emit(sender, 1, 2)
    publish_all(sender)
    receiver.consumer.stop()
    with receiver.reading() as uow:
        assert uow.connection.execute(select(func.count()).select_from(inbox)).scalar_one() == 2
