"""Numbering what goes to each listener, so that a missing event shows as a gap.

The one active relay numbers events before it publishes them: for each service that hears an
event, the how-manieth from this source it is. A listener that finds a gap among the numbers in
its inbox asks for the missing ones; the relay then publishes these rows once more.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from sqlalchemy import Connection, func, insert, select, update

from shared.events.catalogue import CATALOGUE
from shared.events.envelope import Envelope
from shared.tables import heads, inbox, outbox, sent

Positions = dict[int, dict[str, int]]


def number(connection: Connection, envelopes: Sequence[Envelope]) -> list[Envelope]:
    """Give every envelope its positions; those numbered before keep theirs."""
    known = _known(connection, [envelope.sequence for envelope in envelopes])
    fresh = [envelope for envelope in envelopes if envelope.sequence not in known]
    if fresh:
        known |= _assign(connection, fresh)
    return [replace(e, positions=known.get(e.sequence, {})) for e in envelopes]


def _known(connection: Connection, sequences: Sequence[int]) -> Positions:
    found: Positions = {}
    for row in connection.execute(select(sent).where(sent.c.seq.in_(sequences))):
        found.setdefault(row.seq, {})[row.consumer] = row.position
    return found


def _assign(connection: Connection, envelopes: Sequence[Envelope]) -> Positions:
    last = last_positions(connection)
    assigned: Positions = {}
    rows = []
    for envelope in envelopes:
        for consumer in CATALOGUE[envelope.type].consumers:
            last[consumer] = last.get(consumer, 0) + 1
            assigned.setdefault(envelope.sequence, {})[consumer] = last[consumer]
            rows.append(
                {"consumer": consumer, "position": last[consumer], "seq": envelope.sequence}
            )
    if rows:
        connection.execute(insert(sent), rows)
    return assigned


def last_positions(connection: Connection) -> dict[str, int]:
    """The highest position that each listener was given."""
    asked = select(sent.c.consumer, func.max(sent.c.position)).group_by(sent.c.consumer)
    return {row[0]: row[1] for row in connection.execute(asked)}


def send_again(connection: Connection, consumer: str, positions: Iterable[int]) -> None:
    """Let the relay publish these events of `consumer`'s once more, under their own ids."""
    wanted = select(sent.c.seq).where(sent.c.consumer == consumer, sent.c.position.in_(positions))
    connection.execute(update(outbox).where(outbox.c.seq.in_(wanted)).values(published_at=None))


def missing(connection: Connection, source: str, most: int) -> list[int]:
    """The positions below the highest that came from `source` which never came themselves.

    Everything up to the head is there, and the head moves up as far as that holds.
    """
    head = _head(connection, source)
    asked = (
        select(inbox.c.position)
        .where(inbox.c.source == source, inbox.c.position > head)
        .order_by(inbox.c.position)
        .limit(most)
    )
    came = list(connection.execute(asked).scalars())
    contiguous = head
    for position in came:
        if position > contiguous + 1:
            break
        contiguous = position
    _move_head(connection, source, head, contiguous)
    there, highest = set(came), came[-1] if came else 0
    return [p for p in range(contiguous + 1, highest) if p not in there][:most]


def _head(connection: Connection, source: str) -> int:
    asked = select(heads.c.position).where(heads.c.source == source)
    return connection.execute(asked).scalar_one_or_none() or 0


def _move_head(connection: Connection, source: str, old: int, new: int) -> None:
    if new == old:
        return
    moved = connection.execute(update(heads).where(heads.c.source == source).values(position=new))
    if not moved.rowcount:
        connection.execute(insert(heads).values(source=source, position=new))
