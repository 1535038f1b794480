"""Telling again: a service that has lost its copies of others' data asks the owners for them.

Each owner reads its present tables chapter by chapter, a little in each transaction, and tells
what it finds to the one who asked, in the form of the events that had told it first. Whoever
hears a fact twice keeps it once, so that nothing need stand still meanwhile: what changes after
its chapter was read is told by an event of its own.
"""

import json
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

import marshmallow as ma
from sqlalchemy import Row, delete, func, select, update

from shared.events.catalogue import (
    CATALOGUE,
    Event,
    SnapshotTold,
    SnapshotWanted,
    ToldFact,
)
from shared.events.envelope import UnreadableEvent
from shared.inserting import insert_new
from shared.service import Service, Timer
from shared.snapshot import Reached, Snapshot, Told
from shared.tables import outbox, snapshots
from shared.unit_of_work import UnitOfWork

if TYPE_CHECKING:
    from shared.runtime import Runtime

MOST_FACTS = 20
"""In one event: a listener handles many events in one transaction, which must stay short."""
MOST_CHARACTERS = 100_000
MOST_WAITING = 10
"""Events of ours in the outbox beyond which telling pauses: others must not wait behind them."""
PAUSE = timedelta(seconds=0.5)


def ask(runtime: "Runtime") -> None:
    """Ask every owner to tell this service again what it keeps of theirs."""
    types = tuple(kept.type for kept in runtime.service.snapshot.keeps)
    with runtime.writing() as uow:
        uow.emit(SnapshotWanted(asker=runtime.name, types=types))


def take_order(snapshot: Snapshot, service: str, uow: UnitOfWork, event: SnapshotWanted) -> None:
    """Begin to tell, or begin anew if this asker is being told already."""
    told = {type_.type for chapter in snapshot.chapters for type_ in chapter.types}
    if event.asker == service or not told & set(event.types):
        return
    beginning = {
        "types": json.dumps(event.types),
        "chapter": 0,
        "reached": "[]",
        "due_at": uow.now(),
    }
    row = {"asker": event.asker, **beginning}
    if not insert_new(uow.connection, snapshots, [row], ["asker"]):
        again = update(snapshots).where(snapshots.c.asker == event.asker)
        uow.connection.execute(again.values(**beginning))


def take_facts(runtime: "Runtime", uow: UnitOfWork, event: SnapshotTold, teller: str) -> None:
    """Keep what we are told again, each fact as if its own event had come.

    Raises `UnreadableEvent`, also for what is not the teller's to tell.
    """
    if event.asker != runtime.name:
        return
    for fact in event.facts:
        known = CATALOGUE.get(fact.type)
        handler = runtime.handlers.get(known) if known else None
        if known is None or handler is None or known.producer != teller:
            raise UnreadableEvent(f"{runtime.name} is not told {fact.type} by {teller}")
        try:
            happened = known.from_data(fact.data)
        except ma.ValidationError as error:
            raise UnreadableEvent(f"{fact.type} does not fit its schema: {error}") from error
        handler(uow, happened)


def telling_of(service: Service) -> tuple[Timer, ...]:
    """The timer that tells, for a service that has something to tell."""
    if not service.snapshot.chapters:
        return ()
    return (Timer("tell_again", next_due, lambda uow: tell_some(service.snapshot, uow)),)


def next_due(uow: UnitOfWork) -> datetime | None:
    due: datetime | None = uow.connection.execute(select(func.min(snapshots.c.due_at))).scalar()
    return due


def tell_some(snapshot: Snapshot, uow: UnitOfWork) -> None:
    """Tell the one who has waited longest what comes next."""
    order = uow.connection.execute(
        select(snapshots).order_by(snapshots.c.due_at, snapshots.c.asker).limit(1).with_for_update()
    ).first()
    if order is None:
        return
    if _must_pause(uow):
        _go_on(uow, order.asker, due_at=uow.now() + PAUSE)
        return
    found = _read_on(snapshot, uow, order)
    if found is None:
        uow.connection.execute(delete(snapshots).where(snapshots.c.asker == order.asker))
        return
    chapter, told = found
    wanted = [fact for fact in told.facts if fact.type in json.loads(order.types)]
    uow.emit(*pages_for(order.asker, wanted))
    # Due from now on, so that whatever fell due meanwhile comes first.
    _go_on(
        uow,
        order.asker,
        chapter=chapter,
        reached=json.dumps(told.reached),
        due_at=uow.now(),
    )


def _read_on(snapshot: Snapshot, uow: UnitOfWork, order: Row[Any]) -> tuple[int, Told] | None:
    """What comes next and in which chapter; None if all is told."""
    types = set(json.loads(order.types))
    reached: Reached = tuple(json.loads(order.reached))
    for number in range(order.chapter, len(snapshot.chapters)):
        chapter = snapshot.chapters[number]
        if types & {type_.type for type_ in chapter.types}:
            told = chapter.read(uow, reached)
            if told is not None:
                return number, told
        reached = ()
    return None


def _must_pause(uow: UnitOfWork) -> bool:
    if uow.clock_is_manual:
        # It stands still: a pause would never end.
        return False
    waiting = select(func.count()).where(
        outbox.c.published_at.is_(None), outbox.c.type == SnapshotTold.type
    )
    return int(uow.connection.execute(waiting).scalar_one()) > MOST_WAITING


def _go_on(uow: UnitOfWork, asker: str, **values: Any) -> None:
    uow.connection.execute(update(snapshots).where(snapshots.c.asker == asker).values(**values))


def pages_for(asker: str, facts: Sequence[Event]) -> Iterator[SnapshotTold]:
    """The facts in events for `asker`, each small in number and in size."""
    page: list[ToldFact] = []
    characters = 0
    for fact in facts:
        data = fact.to_data()
        length = len(json.dumps(data))
        if page and (len(page) == MOST_FACTS or characters + length > MOST_CHARACTERS):
            yield SnapshotTold(asker=asker, facts=tuple(page))
            page, characters = [], 0
        page.append(ToldFact(type=fact.type, data=data))
        characters += length
    if page:
        yield SnapshotTold(asker=asker, facts=tuple(page))
