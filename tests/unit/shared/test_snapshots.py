"""Telling again: in pieces, giving way, beginning anew, to the one who asked."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import insert, select

from shared.clock import SystemClock
from shared.events.catalogue import SnapshotTold, SnapshotWanted, SolvingOpened
from shared.messaging import snapshots as telling
from shared.messaging.outbox import mark_published, unpublished
from shared.runtime import Runtime
from shared.snapshot import Chapter, Reached, Snapshot, Told
from shared.tables import snapshots
from shared.unit_of_work import UnitOfWork
from tests.unit.shared.conftest import make_service, notes

Make = Callable[..., Runtime]
PIECE = 30


def next_notes(uow: UnitOfWork, reached: Reached) -> Told | None:
    """The next notes, each told as a round."""
    asked = select(notes.c.n).where(notes.c.n > (reached[0] if reached else 0))
    found = list(uow.connection.execute(asked.order_by(notes.c.n).limit(PIECE)).scalars())
    facts = [SolvingOpened(season_id="s", round=n, matches=0) for n in found]
    return Told(facts, (found[-1],)) if found else None


def nothing(_uow: UnitOfWork, _reached: Reached) -> Told | None:
    return None


CHAPTERS = (Chapter((SolvingOpened,), nothing), Chapter((SolvingOpened,), next_notes))


@pytest.fixture
def owner(make_runtime: Make) -> Runtime:
    snapshot = Snapshot(chapters=CHAPTERS)
    return make_runtime(service=replace(make_service("scheduler"), snapshot=snapshot))


def note(runtime: Runtime, count: int) -> None:
    with runtime.plain_writing() as connection:
        connection.execute(insert(notes), [{"n": n} for n in range(1, count + 1)])


def ask(runtime: Runtime, asker: str = "match", *types: str) -> None:
    with runtime.writing() as uow:
        wanted = SnapshotWanted(asker=asker, types=types or ("SolvingOpened",))
        runtime.handlers[SnapshotWanted](uow, wanted)


def tell(runtime: Runtime) -> None:
    with runtime.writing() as uow:
        telling.tell_some(runtime.service.snapshot, uow)


def told(runtime: Runtime, *, published: bool = False) -> list[int]:
    """What has been told and waits to be published; afterwards it is, if `published`."""
    with runtime.plain_writing() as connection:
        waiting = unpublished(connection, 1000)
        if published:
            mark_published(connection, {envelope.id for envelope in waiting})
    pages = [envelope.event() for envelope in waiting if envelope.type == "SnapshotTold"]
    assert all(isinstance(page, SnapshotTold) and len(page.facts) <= 20 for page in pages)
    return [fact.data["round"] for page in pages for fact in page.facts]  # type: ignore[attr-defined]


def orders(runtime: Runtime) -> list[Any]:
    with runtime.reading() as uow:
        return list(uow.connection.execute(select(snapshots)))


def test_a_snapshot_is_told_in_pieces_until_its_end(owner: Runtime) -> None:
    note(owner, 70)
    ask(owner)
    for pieces in (30, 60, 70):
        tell(owner)
        assert told(owner) == list(range(1, pieces + 1))
    tell(owner)
    assert orders(owner) == []
    assert len(told(owner)) == 70


def test_asked_again_it_begins_anew(owner: Runtime) -> None:
    note(owner, 70)
    ask(owner)
    tell(owner)
    assert told(owner, published=True) == list(range(1, 31))
    ask(owner)
    tell(owner)
    assert told(owner) == list(range(1, 31))
    assert len(orders(owner)) == 1


def test_two_askers_are_told_in_turn(owner: Runtime) -> None:
    note(owner, 40)
    ask(owner, "match")
    ask(owner, "gateway")
    for _ in range(2):
        tell(owner)
    assert told(owner) == [*range(1, 31), *range(1, 31)]


def test_nobody_is_told_who_wants_nothing_of_it(owner: Runtime) -> None:
    ask(owner, "match", "MatchResult")
    ask(owner, "scheduler")
    assert orders(owner) == []


def test_it_gives_way_while_its_events_wait(
    owner: Runtime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(telling, "MOST_WAITING", 2)
    note(owner, 300)
    ask(owner)
    for _ in range(5):
        tell(owner)
    # Two events to a piece: after the second piece there are more than two.
    assert len(told(owner)) == 60
    (order,) = orders(owner)
    with owner.reading() as uow:
        assert order.due_at > SystemClock().now(uow.connection) - timedelta(seconds=5)
        assert order.due_at > uow.now()
    assert len(told(owner, published=True)) == 60
    tell(owner)
    assert len(told(owner)) == 30


def test_after_each_piece_it_is_due_behind_what_fell_due_meanwhile(owner: Runtime) -> None:
    note(owner, 100)
    ask(owner)
    with owner.reading() as uow:
        meanwhile = uow.now()
    tell(owner)
    with owner.reading() as uow:
        due = telling.next_due(uow)
        assert due is not None
        assert meanwhile <= due <= uow.now()


def test_large_facts_come_alone() -> None:
    facts = [SolvingOpened(season_id="s" * 60_000, round=n, matches=0) for n in range(3)]
    pages = list(telling.pages_for("match", facts))
    assert [len(page.facts) for page in pages] == [1, 1, 1]
