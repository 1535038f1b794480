"""The outbox: events stored in the transaction of the change that they announce."""

import json
from collections.abc import Collection, Sequence

from sqlalchemy import Connection, func, select, text, update

from shared.clock import real_now
from shared.context import Cause
from shared.events.catalogue import Event
from shared.events.envelope import Envelope
from shared.ids import NewId
from shared.inserting import insert_rows
from shared.many import among
from shared.tables import outbox


def store_events(
    connection: Connection, source: str, events: Sequence[tuple[Event, Cause]], new_id: NewId
) -> None:
    """Write `events` into the outbox, in order, as part of the open transaction."""
    if not events:
        return
    now = real_now()
    insert_rows(
        connection,
        outbox,
        [
            {
                "id": new_id(),
                "aggregatetype": source,
                "aggregateid": happened.ordering_key,
                "type": happened.type,
                "payload": json.dumps(happened.to_data(), ensure_ascii=False),
                "stored_at": now,
                "correlation_id": cause.correlation_id,
                "causation_id": cause.causation_id,
                "traceparent": cause.traceparent,
            }
            for happened, cause in events
        ],
    )


def unpublished(
    connection: Connection, most: int, *, besides: Collection[int] = ()
) -> list[Envelope]:
    """The oldest events that are not known to have arrived, in the order of storing.

    Those with a number of `besides` are under way already.

    Where transactions run side by side, an event waits until none is open that began before
    its own: that one could still store an event with a lower number.
    """
    asked = select(outbox).where(outbox.c.published_at.is_(None))
    if besides:
        asked = asked.where(~among(outbox.c.seq, besides))
    if connection.dialect.name == "postgresql":
        asked = asked.where(text("xid < pg_snapshot_xmin(pg_current_snapshot())"))
    rows = connection.execute(asked.order_by(outbox.c.seq).limit(most))
    return [
        Envelope(
            id=row.id,
            source=row.aggregatetype,
            type=row.type,
            subject=row.aggregateid,
            time=row.stored_at,
            data=json.loads(row.payload),
            cause=Cause(row.correlation_id, row.causation_id, row.traceparent),
            ordering_key=row.aggregateid,
            sequence=row.seq,
        )
        for row in rows
    ]


def mark_published(connection: Connection, ids: Collection[str]) -> None:
    if ids:
        arrived = update(outbox).where(among(outbox.c.id, ids))
        connection.execute(arrived.values(published_at=real_now()))


def need_not_last(connection: Connection) -> None:
    """Let the commit not wait for the disk, where only marks are at stake.

    Should the server forget them in a crash, events come once more, which harms nobody.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("SET LOCAL synchronous_commit = off"))


def has_unpublished(connection: Connection) -> bool:
    waiting = select(outbox.c.seq).where(outbox.c.published_at.is_(None))
    return connection.execute(waiting.limit(1)).first() is not None


def count_unpublished(connection: Connection) -> int:
    counted: int = connection.execute(
        select(func.count()).select_from(outbox).where(outbox.c.published_at.is_(None))
    ).scalar_one()
    return counted
