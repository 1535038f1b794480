"""The inbox: which events a service has handled, so that a second delivery changes nothing."""

from sqlalchemy import Connection
from sqlalchemy.dialects import postgresql, sqlite

from shared.clock import real_now
from shared.events.envelope import Envelope
from shared.tables import dead_letters, inbox


def _insert(connection: Connection) -> type[sqlite.Insert] | type[postgresql.Insert]:
    return sqlite.Insert if connection.dialect.name == "sqlite" else postgresql.Insert


def first_time(connection: Connection, envelope: Envelope, service: str) -> bool:
    """Enter an event as handled by `service`; False if it already was."""
    row = {
        "id": envelope.id,
        "type": envelope.type,
        "handled_at": real_now(),
        "source": envelope.source,
        "position": envelope.positions.get(service),
    }
    entered = connection.execute(
        _insert(connection)(inbox).values(**row).on_conflict_do_nothing(index_elements=["id"])
    )
    return entered.rowcount == 1


def bury(connection: Connection, envelope: Envelope, reason: str) -> None:
    """Lay an event that cannot be handled among the dead letters, with the reason."""
    row = {
        "id": envelope.id,
        "type": envelope.type,
        "envelope": envelope.to_json(),
        "reason": reason[:4000],
        "buried_at": real_now(),
    }
    connection.execute(
        _insert(connection)(dead_letters)
        .values(**row)
        .on_conflict_do_nothing(index_elements=["id"])
    )
