"""The bus of the full deployment."""

import threading
from collections.abc import Sequence

from shared.events.envelope import Envelope
from shared.messaging.bus import Arrivals, Keep
from shared.messaging.rabbit.consuming import Subscription
from shared.messaging.rabbit.dead_queue import RabbitDeadQueue
from shared.messaging.rabbit.publishing import Publisher
from shared.messaging.topology import DEFAULT_DELAYS


class RabbitBus:
    """The bus of the full deployment: one broker connection to publish, one to consume."""

    can_lose = True

    def __init__(self, url: str, *, delays: Sequence[float] = DEFAULT_DELAYS) -> None:
        self._url = url
        self._delays = tuple(delays)
        self._publisher: Publisher | None = None
        self._subscriptions: list[Subscription] = []
        self._lock = threading.Lock()

    def send(self, envelopes: Sequence[Envelope]) -> Arrivals:
        with self._lock:
            if self._publisher is None:
                self._publisher = Publisher(self._url)
                self._publisher.start()
        return self._publisher.send(envelopes)

    def subscribe(self, service: str, keep: Keep) -> "Subscription":  # noqa: ARG002
        subscription = Subscription(self._url, service, self._delays)
        self._subscriptions.append(subscription)
        return subscription

    def dead_queue(self, service: str) -> "RabbitDeadQueue":
        return RabbitDeadQueue(self._url, service)

    def trouble(self) -> str | None:
        """What keeps this process from talking to the broker, None if nothing does."""
        parts = [part for part in (self._publisher, *self._subscriptions) if part is not None]
        refusals = [self._publisher.refusal] if self._publisher else []
        troubles = [*refusals, *(part.trouble for part in parts)]
        return next((trouble for trouble in troubles if trouble), None)

    def close(self) -> None:
        for subscription in self._subscriptions:
            subscription.close()
        if self._publisher:
            self._publisher.close()
