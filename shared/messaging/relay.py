"""The relay: publishes a service's outbox in order and marks what has safely arrived."""

from collections import Counter, deque
from typing import TYPE_CHECKING

from shared.events.envelope import Envelope
from shared.leadership import RELAY_LOCK, leadership
from shared.loops import Loop
from shared.messaging.bus import Arrivals, Bus
from shared.messaging.outbox import (
    count_unpublished,
    has_unpublished,
    mark_published,
    unpublished,
)
from shared.messaging.positions import number
from shared.metrics import events_published

if TYPE_CHECKING:
    from shared.runtime import Runtime

BATCH = 400
MOST_UNDER_WAY = 3
POLL_SECONDS = 0.5
HELD_BACK_SECONDS = 0.005
# Longer than those who stand by wait between two looks.
ASIDE_SECONDS = 2.0


class Relay(Loop):
    """One active relay a service. It is woken by commits; the poll is the truth.

    While one batch is on its way the next is made ready.
    """

    def __init__(self, runtime: "Runtime", bus: Bus) -> None:
        super().__init__(f"{runtime.name}-relay")
        self._runtime = runtime
        self._bus = bus
        self._leadership = leadership(runtime.engine, RELAY_LOCK, listens=True)
        self._under_way: deque[tuple[list[Envelope], Arrivals]] = deque()

    def turn(self) -> None:
        if not self._leadership.mine():
            self._settle_all()
            self._leadership.rest(self, POLL_SECONDS)
        elif self._send_next():
            if len(self._under_way) == MOST_UNDER_WAY:
                self._settle_or_stand_aside()
        elif self._under_way:
            self._settle_or_stand_aside()
        elif self._something_waits():
            # A transaction is open that began before; nobody will tell us when it ends.
            self.rest(HELD_BACK_SECONDS)
        else:
            self._leadership.rest(self, POLL_SECONDS)

    def finish(self) -> None:
        self._settle_all()

    def stop(self) -> None:
        super().stop()
        self._leadership.release()

    def publish_some(self) -> int:
        """Publish one batch of the oldest events; how many arrived."""
        return self._settle() if self._send_next() else 0

    def _settle_or_stand_aside(self) -> None:
        batch, _ = self._under_way[0]
        arrived = self._settle()
        if arrived < len(batch):
            # Nothing more is sent before what did not arrive.
            arrived += self._settle_all()
        if not arrived:
            # Another worker's way to the broker may be open.
            self._leadership.release()
            self.rest(ASIDE_SECONDS)

    def _send_next(self) -> bool:
        batch = self._next_batch()
        if batch:
            self._under_way.append((batch, self._bus.send(batch)))
        return bool(batch)

    def _settle_all(self) -> int:
        return sum(self._settle() for _ in range(len(self._under_way)))

    def _settle(self) -> int:
        """Wait for the batch that was sent first, and mark what has arrived; how many did."""
        batch, arrivals = self._under_way.popleft()
        arrived = arrivals()
        if arrived:
            with self._runtime.plain_writing() as connection:
                mark_published(connection, arrived)
        for type, many in Counter(e.type for e in batch if e.id in arrived).items():
            events_published(self._runtime.name, type, many)
        return len(arrived)

    def _next_batch(self) -> list[Envelope]:
        besides = [envelope.sequence for batch, _ in self._under_way for envelope in batch]
        if self._bus.can_lose:
            # Numbers are written down before anything leaves: after a kill the same go out again.
            with self._runtime.plain_writing() as connection:
                return number(connection, unpublished(connection, BATCH, besides=besides))
        with self._runtime.reading() as uow:
            return unpublished(uow.connection, BATCH, besides=besides)

    def _something_waits(self) -> bool:
        with self._runtime.reading() as uow:
            return has_unpublished(uow.connection)

    @property
    def leads(self) -> bool:
        return self._leadership.held

    @property
    def backlog(self) -> int:
        """How many events are stored and not known to have arrived."""
        with self._runtime.reading() as uow:
            return count_unpublished(uow.connection)
