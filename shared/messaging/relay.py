"""The relay: publishes a service's outbox in order and marks what has safely arrived."""

from typing import TYPE_CHECKING

from shared.events.envelope import Envelope
from shared.leadership import RELAY_LOCK, leadership
from shared.loops import Loop
from shared.messaging.bus import Bus
from shared.messaging.outbox import count_unpublished, mark_published, unpublished
from shared.messaging.positions import number
from shared.metrics import event_published

if TYPE_CHECKING:
    from shared.runtime import Runtime

BATCH = 200
POLL_SECONDS = 0.5
# Longer than those who stand by wait between two looks.
ASIDE_SECONDS = 2.0


class Relay(Loop):
    """One active relay a service. It is woken by commits; the poll is the truth."""

    def __init__(self, runtime: "Runtime", bus: Bus) -> None:
        super().__init__(f"{runtime.name}-relay")
        self._runtime = runtime
        self._bus = bus
        self._leadership = leadership(runtime.engine, RELAY_LOCK, listens=True)

    def turn(self) -> None:
        if not self._leadership.mine():
            self._leadership.rest(self, POLL_SECONDS)
        elif batch := self._next_batch():
            if not self._publish(batch):
                self._stand_aside()
        else:
            self._leadership.rest(self, POLL_SECONDS)

    def stop(self) -> None:
        super().stop()
        self._leadership.release()

    def publish_some(self) -> int:
        """Publish one batch of the oldest events; how many arrived."""
        batch = self._next_batch()
        return self._publish(batch) if batch else 0

    def _stand_aside(self) -> None:
        """Nothing arrives just now: another worker's way to the broker may be open."""
        self._leadership.release()
        self.rest(ASIDE_SECONDS)

    def _publish(self, batch: list[Envelope]) -> int:
        arrived = self._bus.publish(batch)
        if arrived:
            with self._runtime.plain_writing() as connection:
                mark_published(connection, arrived)
            for envelope in batch:
                if envelope.id in arrived:
                    event_published(self._runtime.name, envelope.type)
        return len(arrived)

    def _next_batch(self) -> list[Envelope]:
        with self._runtime.reading() as uow:
            batch = unpublished(uow.connection, BATCH)
        if batch and self._bus.can_lose:
            # Written down before anything leaves: after a kill the same numbers go out again.
            with self._runtime.plain_writing() as connection:
                return number(connection, batch)
        return batch

    @property
    def leads(self) -> bool:
        return self._leadership.held

    @property
    def backlog(self) -> int:
        """How many events are stored and not known to have arrived."""
        with self._runtime.reading() as uow:
            return count_unpublished(uow.connection)
