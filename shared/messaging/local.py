"""The local bus of the embedded set-up: from one service's outbox to the others' threads.

It is asynchronous, and an event has arrived only once every service that hears it has
committed its effect; until then the event stays in the sender's outbox, which is what makes a
kill at any instant harmless. With `unruly`, as in tests, it holds some events back for a later
batch, shuffles the rest and delivers everything twice.
"""

import random
import threading
from collections import deque
from collections.abc import Sequence

from shared.events.catalogue import CATALOGUE
from shared.events.envelope import Envelope
from shared.messaging.bus import Arrivals, Delivery, Keep, Letter

RETRY_SECONDS = 0.05


class _Batch:
    """Counts down the deliveries of one event."""

    def __init__(self, expected: int) -> None:
        self._left = expected
        self._lock = threading.Lock()
        self.finished = threading.Event()
        if not expected:
            self.finished.set()

    def one_done(self) -> None:
        with self._lock:
            self._left -= 1
            if not self._left:
                self.finished.set()


class _LocalDelivery(Delivery):
    def __init__(self, envelope: Envelope, queue: "_Queue", batch: _Batch | None) -> None:
        super().__init__(envelope)
        self._queue = queue
        self._batch = batch

    def done(self) -> None:
        self._queue.handled(1)
        if self._batch:
            self._batch.one_done()

    def again(self, error: str) -> None:  # noqa: ARG002  # nowhere to write it to
        delay = RETRY_SECONDS * max(1, self.attempts)
        timer = threading.Timer(delay, self._queue.put_back, [self])
        timer.daemon = True
        timer.start()

    def bury(self, reason: str) -> None:
        event = self.envelope
        letter = Letter(event.id, event.type, event.to_json(), reason, self.attempts)
        self._queue.keep(letter)
        self.done()


class _Queue:
    """One service's incoming deliveries, and how many are queued or in hand."""

    def __init__(self, keep: Keep) -> None:
        self.keep = keep
        self._waiting: deque[Delivery] = deque()
        self._changed = threading.Condition()
        self._open = 0
        self._closed = False

    def put(self, deliveries: Sequence[Delivery]) -> None:
        with self._changed:
            self._waiting.extend(deliveries)
            self._open += len(deliveries)
            self._changed.notify_all()

    def put_back(self, delivery: Delivery) -> None:
        with self._changed:
            self._waiting.append(delivery)
            self._changed.notify_all()

    def take(self, most: int, wait_seconds: float) -> Sequence[Delivery]:
        with self._changed:
            if not self._waiting and not self._closed:
                self._changed.wait(wait_seconds)
            taken = 0 if self._closed else min(most, len(self._waiting))
            return [self._waiting.popleft() for _ in range(taken)]

    def handled(self, number: int) -> None:
        with self._changed:
            self._open -= number
            self._changed.notify_all()

    @property
    def idle(self) -> bool:
        return self._open == 0

    def stop_taking(self) -> None:
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def close(self) -> None:
        self.stop_taking()


class LocalBus:
    """Carries events between the services of one process."""

    can_lose = False

    def __init__(self, *, unruly: random.Random | None = None) -> None:
        self._unruly = unruly
        self._queues: dict[str, _Queue] = {}
        self._closing = threading.Event()

    def subscribe(self, service: str, keep: Keep) -> _Queue:
        return self._queues.setdefault(service, _Queue(keep))

    def dead_queue(self, service: str) -> None:  # noqa: ARG002  # kept at once
        return None

    def trouble(self) -> str | None:
        return None

    def send(self, envelopes: Sequence[Envelope]) -> Arrivals:
        batches: dict[str, _Batch] = {}
        # All at once into each queue, so that a consumer can handle them in one transaction.
        outgoing: dict[_Queue, list[Delivery]] = {}
        for envelope in self._hold_some_back(envelopes):
            queues = self._listeners(envelope)
            batches[envelope.id] = batch = _Batch(len(queues))
            for queue in queues:
                outgoing.setdefault(queue, []).extend(self._copies(envelope, queue, batch))
        for queue, deliveries in outgoing.items():
            queue.put(deliveries)
        return lambda: {id for id, batch in batches.items() if self._wait_for(batch)}

    @property
    def idle(self) -> bool:
        """Whether nothing is queued or being handled anywhere."""
        return all(queue.idle for queue in self._queues.values())

    def close(self) -> None:
        self._closing.set()
        for queue in self._queues.values():
            queue.close()

    def _hold_some_back(self, envelopes: Sequence[Envelope]) -> list[Envelope]:
        chosen = list(envelopes)
        if self._unruly and len(chosen) > 1:
            self._unruly.shuffle(chosen)
            chosen = chosen[: self._unruly.randint(1, len(chosen))]
        return chosen

    def _listeners(self, envelope: Envelope) -> list[_Queue]:
        consumers = CATALOGUE[envelope.type].consumers
        return [self._queues[name] for name in consumers if name in self._queues]

    def _copies(self, envelope: Envelope, queue: _Queue, batch: _Batch) -> list[Delivery]:
        copies: list[Delivery] = [_LocalDelivery(envelope, queue, batch)]
        if self._unruly:
            copies.append(_LocalDelivery(envelope, queue, None))
        return copies

    def _wait_for(self, batch: _Batch) -> bool:
        while not batch.finished.wait(0.5) and not self._closing.is_set():
            pass
        return batch.finished.is_set()
