"""The inbox: which events a service has handled, so that a second delivery changes nothing."""

from collections.abc import Iterable, Sequence
from typing import Any
from uuid import NAMESPACE_OID, uuid5

from sqlalchemy import Connection, select

from shared.clock import real_now
from shared.events.envelope import Envelope
from shared.inserting import insert_and_tell, insert_new
from shared.tables import inbox


def first_times(connection: Connection, envelopes: Sequence[Envelope], service: str) -> set[str]:
    """Enter events as handled by `service`; the ids of those that were not before."""
    rows = {envelope.id: _row(envelope, service, envelope.id) for envelope in envelopes}
    return {id for (id,) in insert_and_tell(connection, inbox, list(rows.values()), ["id"])}


def first_time(connection: Connection, envelope: Envelope, service: str) -> bool:
    """Enter an event as handled by `service`; False if it already was."""
    return _enter(connection, envelope, service, envelope.id)


def note_buried(connection: Connection, envelope: Envelope, service: str) -> None:
    """Keep that an event came, though it lies among the dead letters: it is not to be asked for.

    Its own id stays free, for it may be replayed.
    """
    if service in envelope.positions:
        _enter(connection, envelope, service, _note_id(envelope.id))


def buried(connection: Connection, ids: Iterable[str]) -> set[str]:
    """Which of these events are known to lie among the dead letters."""
    notes = {_note_id(id): id for id in ids}
    found = connection.execute(select(inbox.c.id).where(inbox.c.id.in_(notes))).scalars()
    return {notes[note] for note in found}


def _note_id(id: str) -> str:
    return str(uuid5(NAMESPACE_OID, id))


def _enter(connection: Connection, envelope: Envelope, service: str, id: str) -> bool:
    return insert_new(connection, inbox, [_row(envelope, service, id)], ["id"]) == 1


def _row(envelope: Envelope, service: str, id: str) -> dict[str, Any]:
    return {
        "id": id,
        "type": envelope.type,
        "handled_at": real_now(),
        "source": envelope.source,
        "position": envelope.positions.get(service),
    }
