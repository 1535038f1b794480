"""Dead letters where the bus has no queue for them: a table in the service's own database."""

from typing import TYPE_CHECKING

from sqlalchemy import Connection, delete, func, select

from shared.events.envelope import Envelope
from shared.messaging.bus import Letter
from shared.messaging.consumer import handle_once
from shared.tables import dead_letters

if TYPE_CHECKING:
    from shared.runtime import Runtime


class TableDeadLetters:
    """The dead letters of one service, oldest first."""

    def __init__(self, runtime: "Runtime") -> None:
        self._runtime = runtime

    def all(self) -> list[Letter]:
        with self._runtime.reading() as uow:
            rows = uow.connection.execute(select(dead_letters).order_by(dead_letters.c.buried_at))
            return [
                Letter(row.id, self._runtime.name, row.type, row.reason, row.envelope)
                for row in rows
            ]

    def count(self) -> int:
        with self._runtime.reading() as uow:
            counted = uow.connection.execute(select(func.count()).select_from(dead_letters))
            return int(counted.scalar_one())

    def replay(self, id: str) -> bool:
        """Handle a dead letter now; it stays one if that fails again."""
        with self._runtime.writing() as uow:
            asked = select(dead_letters.c.envelope).where(dead_letters.c.id == id)
            body = uow.connection.execute(asked).scalar_one_or_none()
            if body is None:
                return False
            handle_once(uow, self._runtime, Envelope.from_json(body))
            return _remove(uow.connection, id)

    def drop(self, id: str) -> bool:
        with self._runtime.plain_writing() as connection:
            return _remove(connection, id)


def _remove(connection: Connection, id: str) -> bool:
    gone = connection.execute(delete(dead_letters).where(dead_letters.c.id == id))
    return gone.rowcount == 1
