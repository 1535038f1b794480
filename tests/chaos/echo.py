"""An echo in the broker: every event comes once more, seconds late and in another order."""

import heapq
import threading
import time
from contextlib import suppress
from random import Random
from typing import Any

import pika
from pika.exceptions import AMQPError

from shared.messaging.topology import EVENTS

QUEUE = "chaos.echo"
LATEST_SECONDS = 4.0
_MARK = "x-echo"
_Held = tuple[float, int, Any, Any, bytes]


class Echo(threading.Thread):
    """Hears all events and says each of them again under its own id.

    An event is acknowledged only after its copy is confirmed; so none goes without one, whatever
    happens to the broker meanwhile.
    """

    def __init__(self, url: str, rng: Random) -> None:
        super().__init__(name="chaos-echo", daemon=True)
        self._url, self._rng = url, rng
        self._held: list[_Held] = []
        self._closing = threading.Event()
        self.listens = threading.Event()
        self.echoed = 0

    def run(self) -> None:
        while not self._closing.is_set():
            with suppress(AMQPError, OSError):
                self._listen()
            # The broker gives back what was held on a connection that is no more.
            self._held.clear()
            self._closing.wait(0.5)

    def close(self) -> None:
        self._closing.set()
        self.join(timeout=20)

    def is_done(self) -> bool:
        """Whether nothing is waiting to be said again."""
        with pika.BlockingConnection(pika.URLParameters(self._url)) as connection:
            asked = connection.channel().queue_declare(QUEUE, passive=True)
            return asked.method.message_count == 0 and not self._held

    def _listen(self) -> None:
        with pika.BlockingConnection(pika.URLParameters(self._url)) as connection:
            channel = connection.channel()
            channel.queue_declare(QUEUE, durable=True, arguments={"x-queue-type": "quorum"})
            channel.queue_bind(QUEUE, EVENTS, "#")
            channel.confirm_delivery()
            channel.basic_qos(prefetch_count=1000)
            channel.basic_consume(QUEUE, self._hear)
            self.listens.set()
            while not self._closing.is_set():
                connection.process_data_events(0.1)
                self._say_what_is_due(channel)

    def _hear(self, channel: Any, method: Any, properties: Any, body: bytes) -> None:
        if _MARK in (properties.headers or {}):
            channel.basic_ack(method.delivery_tag)
            return
        due = time.monotonic() + self._rng.uniform(0, LATEST_SECONDS)
        heapq.heappush(self._held, (due, method.delivery_tag, method, properties, body))

    def _say_what_is_due(self, channel: Any) -> None:
        while self._held and self._held[0][0] <= time.monotonic():
            _, tag, method, properties, body = self._held[0]
            properties.headers = {**(properties.headers or {}), _MARK: 1}
            channel.basic_publish(EVENTS, method.routing_key, body, properties)
            channel.basic_ack(tag)
            heapq.heappop(self._held)
            self.echoed += 1
