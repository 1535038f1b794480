"""Numbering what goes to each listener, so that a missing event shows as a gap.

The one active relay numbers events before it publishes them: for each service that hears an
event, the how-manieth from this source it is. A listener that finds a gap among the numbers in
its inbox asks for the missing ones; the relay then publishes these rows once more.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from sqlalchemy import Connection, ScalarSelect, func, select, update

from shared.events.catalogue import ALL_SERVICES, CATALOGUE
from shared.events.envelope import Envelope
from shared.inserting import insert_or_replace, insert_rows
from shared.many import among
from shared.tables import heads, inbox, outbox, sent

Positions = dict[int, dict[str, int]]

MOST_STEPS = 20
"""By how many times what is looked at in one go a head may move up at once."""


def number(connection: Connection, envelopes: Sequence[Envelope]) -> list[Envelope]:
    """Give every envelope its positions; those numbered before keep theirs."""
    if not envelopes:
        return []
    known = _known(connection, [envelope.sequence for envelope in envelopes])
    fresh = [envelope for envelope in envelopes if envelope.sequence not in known]
    if fresh:
        known |= _assign(connection, fresh)
    return [replace(e, positions=known.get(e.sequence, {})) for e in envelopes]


def _known(connection: Connection, sequences: Sequence[int]) -> Positions:
    found: Positions = {}
    for row in connection.execute(select(sent).where(among(sent.c.seq, sequences))):
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
    insert_rows(connection, sent, rows)
    return assigned


def last_positions(connection: Connection) -> dict[str, int]:
    """The highest position that each listener was given."""
    found = connection.execute(_LAST_POSITIONS).one()._mapping
    return {name: position for name, position in found.items() if position is not None}


def _last_position(consumer: str) -> ScalarSelect[int | None]:
    return select(func.max(sent.c.position)).where(sent.c.consumer == consumer).scalar_subquery()


# By listener, for each is one look into the index, and grouping would read all of it.
_LAST_POSITIONS = select(
    *(
        select(func.max(sent.c.position))
        .where(sent.c.consumer == name)
        .scalar_subquery()
        .label(name)
        for name in ALL_SERVICES
    )
)


def send_again(connection: Connection, consumer: str, positions: Iterable[int]) -> None:
    """Let the relay publish these events of `consumer`'s once more, under their own ids."""
    wanted = select(sent.c.seq).where(sent.c.consumer == consumer, sent.c.position.in_(positions))
    connection.execute(update(outbox).where(outbox.c.seq.in_(wanted)).values(published_at=None))


def missing(connection: Connection, source: str, most: int) -> list[int]:
    """The positions below the highest that came from `source` which never came themselves.

    Everything up to the head is there, and the head moves up as far as that holds.
    """
    came: list[int] = []
    contiguous = 0
    for _ in range(MOST_STEPS):
        head = _head(connection, source)
        came = _came_after(connection, source, head, most)
        contiguous = _contiguous(head, came)
        _move_head(connection, source, head, contiguous)
        if len(came) < most or contiguous < came[-1]:
            break
    there, highest = set(came), came[-1] if came else 0
    return [p for p in range(contiguous + 1, highest) if p not in there][:most]


def _came_after(connection: Connection, source: str, head: int, most: int) -> list[int]:
    asked = (
        select(inbox.c.position)
        .where(inbox.c.source == source, inbox.c.position > head)
        .order_by(inbox.c.position)
        .limit(most)
    )
    return list(connection.execute(asked).scalars())


def _contiguous(head: int, came: Iterable[int]) -> int:
    """Up to where nothing lacks, from the head on."""
    for position in came:
        if position > head + 1:
            break
        head = position
    return head


def _head(connection: Connection, source: str) -> int:
    asked = select(heads.c.position).where(heads.c.source == source)
    return connection.execute(asked).scalar_one_or_none() or 0


def _move_head(connection: Connection, source: str, old: int, new: int) -> None:
    # Whoever else looks just now has moved it as far, or will see to it the next time.
    if new != old:
        row = {"source": source, "position": new}
        insert_or_replace(connection, heads, [row], ["source"])
