"""The inbox: which events a service has handled, so that a second delivery changes nothing."""

from uuid import NAMESPACE_OID, uuid5

from sqlalchemy import Connection

from shared.clock import real_now
from shared.events.envelope import Envelope
from shared.inserting import insert_new
from shared.tables import dead_letters, inbox


def first_time(connection: Connection, envelope: Envelope, service: str) -> bool:
    """Enter an event as handled by `service`; False if it already was."""
    return _enter(connection, envelope, service, envelope.id)


def note_buried(connection: Connection, envelope: Envelope, service: str) -> None:
    """Keep that an event came, though it lies among the dead letters: it is not to be asked for.

    Its own id stays free, for it may be replayed.
    """
    if service in envelope.positions:
        _enter(connection, envelope, service, str(uuid5(NAMESPACE_OID, envelope.id)))


def _enter(connection: Connection, envelope: Envelope, service: str, id: str) -> bool:
    row = {
        "id": id,
        "type": envelope.type,
        "handled_at": real_now(),
        "source": envelope.source,
        "position": envelope.positions.get(service),
    }
    return insert_new(connection, inbox, [row], ["id"]) == 1


def bury(connection: Connection, envelope: Envelope, reason: str) -> None:
    """Lay an event that cannot be handled among the dead letters, with the reason."""
    row = {
        "id": envelope.id,
        "type": envelope.type,
        "envelope": envelope.to_json(),
        "reason": reason[:4000],
        "buried_at": real_now(),
    }
    insert_new(connection, dead_letters, [row], ["id"])
