"""What is past its keeping goes; what is still needed to find a gap stays."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from sqlalchemy import insert, select, update

from shared.clock import real_now
from shared.messaging.outbox import mark_published, unpublished
from shared.messaging.positions import last_positions, missing, number
from shared.runtime import Runtime
from shared.tables import heads, inbox, outbox, sent
from tests.unit.shared.test_messaging import emit

Make = Callable[..., Runtime]
LATER = timedelta(days=15)


@pytest.fixture
def runtime(make_runtime: Make) -> Runtime:
    return make_runtime()


def publish(runtime: Runtime, *rounds: int) -> None:
    """Store, number and publish events, of which three services hear."""
    emit(runtime, *rounds)
    with runtime.plain_writing() as connection:
        batch = number(connection, unpublished(connection, 100))
        mark_published(connection, {envelope.id for envelope in batch})


def numbers(runtime: Runtime, consumer: str) -> list[int]:
    with runtime.reading() as uow:
        asked = select(sent.c.position).where(sent.c.consumer == consumer)
        return sorted(uow.connection.execute(asked).scalars())


def prune_all(runtime: Runtime) -> None:
    while runtime.housekeeping.prune(real_now() + LATER):
        pass


def test_numbers_go_with_their_events_but_the_last_of_each_listener(runtime: Runtime) -> None:
    publish(runtime, 1, 2, 3)
    prune_all(runtime)
    with runtime.reading() as uow:
        assert uow.connection.execute(select(outbox)).all() == []
        assert last_positions(uow.connection) == {"match": 3, "gateway": 3}
    assert numbers(runtime, "match") == [3]
    publish(runtime, 4)
    assert numbers(runtime, "match") == [3, 4]


def test_numbers_of_events_that_are_still_there_stay(runtime: Runtime) -> None:
    publish(runtime, 1, 2, 3)
    with runtime.plain_writing() as connection:
        first = select(outbox.c.seq).order_by(outbox.c.seq).limit(1).scalar_subquery()
        long_ago = update(outbox).where(outbox.c.seq == first)
        connection.execute(long_ago.values(published_at=real_now() - LATER))
    while runtime.housekeeping.prune(real_now()):
        pass
    assert numbers(runtime, "match") == [2, 3]


def test_a_head_keeps_up_with_many_events(runtime: Runtime) -> None:
    numbered = [*range(1, 3501), *range(3502, 3601)]
    with runtime.plain_writing() as connection:
        rows = [
            {"id": f"e{n}", "type": "T", "handled_at": real_now(), "source": "match", "position": n}
            for n in numbered
        ]
        connection.execute(insert(inbox), rows)
        assert missing(connection, "match", 1000) == [3501]
        assert connection.execute(select(heads.c.position)).scalar_one() == 3500


def test_an_inbox_with_a_gap_keeps_what_is_above_it(runtime: Runtime) -> None:
    with runtime.plain_writing() as connection:
        rows = [
            {"id": f"e{n}", "type": "T", "handled_at": real_now(), "source": "match", "position": n}
            for n in (1, 2, 4, 5)
        ]
        connection.execute(insert(inbox), rows)
        assert missing(connection, "match", 10) == [3]
        assert connection.execute(select(heads.c.position)).scalar_one() == 2
    prune_all(runtime)
    with runtime.plain_writing() as connection:
        assert missing(connection, "match", 10) == [3]
