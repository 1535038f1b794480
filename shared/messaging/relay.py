"""The relay: publishes a service's outbox in order and marks what has safely arrived."""

from typing import TYPE_CHECKING

from shared.loops import Loop
from shared.messaging.bus import Bus
from shared.messaging.outbox import count_unpublished, mark_published, unpublished

if TYPE_CHECKING:
    from shared.runtime import Runtime

BATCH = 200
POLL_SECONDS = 0.5


class Relay(Loop):
    """One active relay a service. It is woken by commits; the poll is the truth."""

    def __init__(self, runtime: "Runtime", bus: Bus) -> None:
        super().__init__(f"{runtime.name}-relay")
        self._runtime = runtime
        self._bus = bus

    def turn(self) -> None:
        if not self.publish_some():
            self.rest(POLL_SECONDS)

    def publish_some(self) -> int:
        """Publish one batch of the oldest events; how many arrived."""
        with self._runtime.reading() as uow:
            batch = unpublished(uow.connection, BATCH)
        if not batch:
            return 0
        arrived = self._bus.publish(batch)
        if arrived:
            with self._runtime.plain_writing() as connection:
                mark_published(connection, arrived)
        return len(arrived)

    @property
    def backlog(self) -> int:
        """How many events are stored and not known to have arrived."""
        with self._runtime.reading() as uow:
            return count_unpublished(uow.connection)
