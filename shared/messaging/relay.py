"""The relay: publishes a service's outbox in order and marks what has safely arrived."""

from collections import Counter, deque
from typing import TYPE_CHECKING

from shared import tracing
from shared.events.envelope import Envelope
from shared.leadership import RELAY_LOCK, leadership
from shared.loops import Loop
from shared.messaging.bus import Arrivals, Bus
from shared.messaging.outbox import (
    count_unpublished,
    has_unpublished,
    mark_published,
    need_not_last,
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
        # What is still to be marked, together with the reading of what comes next.
        self._arrived: set[str] = set()

    def turn(self) -> None:
        if not self._leadership.mine():
            self.finish()
            self._leadership.rest(self, POLL_SECONDS)
        elif self._may_send_more() and self._send_next():
            pass
        elif self._under_way:
            self._settle_or_stand_aside()
        elif self._something_waits():
            # A transaction is open that began before; nobody will tell us when it ends.
            self.rest(HELD_BACK_SECONDS)
        else:
            self._leadership.rest(self, POLL_SECONDS)

    def finish(self) -> None:
        self._settle_all()
        self._mark()

    def stop(self) -> None:
        super().stop()
        self._leadership.release()

    def publish_some(self) -> int:
        """Publish one batch of the oldest events; how many arrived."""
        arrived = self._settle() if self._send_next() else 0
        self._mark()
        return arrived

    def _may_send_more(self) -> bool:
        """Beside what is under way only where a full batch tells that there is more."""
        if not self._under_way:
            return True
        last, _ = self._under_way[-1]
        return len(last) == BATCH and len(self._under_way) < MOST_UNDER_WAY

    def _settle_or_stand_aside(self) -> None:
        batch, _ = self._under_way[0]
        arrived = self._settle()
        if arrived < len(batch):
            # Nothing more is sent before what did not arrive.
            arrived += self._settle_all()
        if not arrived:
            # Another worker's way to the broker may be open.
            self._mark()
            self._leadership.release()
            self.rest(ASIDE_SECONDS)

    def _send_next(self) -> bool:
        batch = self._next_batch()
        if batch:
            arrivals = self._bus.send(batch)
            arrivals = tracing.spans.publishing(self._runtime.name, batch, arrivals)
            self._under_way.append((batch, arrivals))
        return bool(batch)

    def _settle_all(self) -> int:
        return sum(self._settle() for _ in range(len(self._under_way)))

    def _settle(self) -> int:
        """Wait for the batch that was sent first; how many of it have arrived."""
        batch, arrivals = self._under_way.popleft()
        arrived = arrivals()
        self._arrived |= arrived
        for type, many in Counter(e.type for e in batch if e.id in arrived).items():
            events_published(self._runtime.name, type, many)
        return len(arrived)

    def _next_batch(self) -> list[Envelope]:
        """Mark what has arrived, and read what comes next."""
        besides = [envelope.sequence for batch, _ in self._under_way for envelope in batch]
        if not self._arrived and not self._bus.can_lose:
            with self._runtime.reading() as uow:
                return unpublished(uow.connection, BATCH, besides=besides)
        with self._runtime.plain_writing() as connection:
            mark_published(connection, self._arrived)
            batch = unpublished(connection, BATCH, besides=besides)
            if self._bus.can_lose:
                # Written down before anything leaves: after a kill the same numbers go out again.
                batch = number(connection, batch)
            if not batch:
                need_not_last(connection)
        self._arrived.clear()
        return batch

    def _mark(self) -> None:
        if self._arrived:
            with self._runtime.plain_writing() as connection:
                mark_published(connection, self._arrived)
                need_not_last(connection)
            self._arrived.clear()

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
