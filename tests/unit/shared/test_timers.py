"""Timers, clocks and housekeeping."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import insert, select

from shared.clock import ManualClock, SystemClock, real_now
from shared.db import Instant, open_engine
from shared.housekeeping import KEEP_EVENTS
from shared.runtime import Runtime
from shared.service import Timer
from shared.tables import inbox
from shared.unit_of_work import UnitOfWork
from tests.unit.shared.conftest import make_service, notes
from tests.unit.shared.test_messaging import noted

Make = Callable[..., Runtime]
LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)


def once(number: int, due: datetime) -> Timer:
    """A timer that writes its number at `due` and then has nothing more to do."""

    def next_due(uow: UnitOfWork) -> datetime | None:
        done = select(notes.c.n).where(notes.c.n == number)
        return None if uow.connection.execute(done).first() else due

    def run(uow: UnitOfWork) -> None:
        uow.connection.execute(insert(notes).values(n=number))

    return Timer(f"write {number}", next_due, run)


def failing(due: datetime) -> Timer:
    def run(_uow: UnitOfWork) -> None:
        raise RuntimeError("no")

    return Timer("fail", lambda _uow: due, run)


def with_timers(make_runtime: Make, *timers: Timer) -> Runtime:
    return make_runtime(service=replace(make_service("scheduler"), timers=timers))


def test_the_earliest_deadline_comes_first(make_runtime: Make) -> None:
    later, earlier = once(2, LONG_AGO + timedelta(days=1)), once(1, LONG_AGO)
    runtime = with_timers(make_runtime, later, earlier)
    runtime.timers.turn()
    assert noted(runtime) == [1]
    runtime.timers.turn()
    assert noted(runtime) == [1, 2]


def test_what_is_not_due_is_left_alone(make_runtime: Make) -> None:
    runtime = with_timers(make_runtime, once(1, real_now() + timedelta(hours=1)))
    runtime.timers.wake()
    runtime.timers.turn()
    assert noted(runtime) == []


def test_a_failing_timer_does_not_stop_the_others(make_runtime: Make) -> None:
    runtime = with_timers(make_runtime, failing(LONG_AGO), once(1, LONG_AGO + timedelta(days=1)))
    runtime.timers.turn()
    assert noted(runtime) == [1]


def test_manual_clock_stands_still_and_survives_a_restart(tmp_path: Path) -> None:
    file = tmp_path / "clock.json"
    clock = ManualClock(file)
    began = clock.now()
    assert clock.now() == began
    clock.move(began + timedelta(days=3))
    assert ManualClock(file).now() == began + timedelta(days=3)


def test_system_clock_tells_aware_utc(make_runtime: Make) -> None:
    with make_runtime().reading() as uow:
        assert SystemClock().now(uow.connection).tzinfo is UTC


def test_instants_keep_their_microseconds_and_their_order(tmp_path: Path) -> None:
    from sqlalchemy import Column, MetaData, Table

    metadata = MetaData()
    table = Table("t", metadata, Column("at", Instant))
    engine = open_engine(f"sqlite:///{tmp_path / 't.sqlite'}")
    metadata.create_all(engine)
    instants = [LONG_AGO, LONG_AGO + timedelta(microseconds=1), LONG_AGO + timedelta(seconds=1)]
    with engine.begin() as connection:
        connection.execute(insert(table), [{"at": at} for at in reversed(instants)])
        found = connection.execute(select(table.c.at).order_by(table.c.at)).scalars().all()
    assert found == instants


def test_naive_instants_are_refused() -> None:
    from sqlalchemy.dialects import sqlite

    with pytest.raises(ValueError, match="time zone"):
        Instant().process_bind_param(datetime(2026, 1, 1), sqlite.dialect())  # noqa: DTZ001


def test_housekeeping_forgets_only_what_is_old(make_runtime: Make) -> None:
    runtime = make_runtime()
    now = real_now()
    old, young = now - KEEP_EVENTS - timedelta(days=1), now
    with runtime.plain_writing() as connection:
        connection.execute(
            insert(inbox),
            [
                {"id": "old", "type": "t", "handled_at": old, "source": "s"},
                {"id": "young", "type": "t", "handled_at": young, "source": "s"},
            ],
        )
    assert runtime.housekeeping.prune(now) == 1
    assert runtime.housekeeping.prune(now) == 0
    with runtime.reading() as uow:
        assert uow.connection.execute(select(inbox.c.id)).scalars().all() == ["young"]
