"""Consuming: one service's work queue, pumped by a thread that does nothing else.

So heartbeats go on while handlers work elsewhere.
"""

import threading
from collections import deque
from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import Any

import pika
import structlog
from pika.adapters.blocking_connection import BlockingChannel
from pika.exceptions import AMQPError
from pika.spec import BasicProperties

from shared.events.envelope import Envelope, UnreadableEvent
from shared.ids import new_id
from shared.messaging import topology
from shared.messaging.bus import Delivery
from shared.messaging.rabbit.connecting import (
    PUMP_SECONDS,
    hang_up,
    parameters_for,
    pause,
    properties_of,
)
from shared.messaging.rabbit.declaring import declare
from shared.messaging.topology import EVENTS

log = structlog.get_logger()

PREFETCH = 400
_CANCELLED = "the broker cancelled the consumer"


class _RabbitDelivery(Delivery):
    """A delivery knows the connection it came by: it is never acknowledged on a later one."""

    def __init__(
        self, envelope: Envelope, attempts: int, origin: "Subscription", generation: int, tag: int
    ) -> None:
        super().__init__(envelope, attempts)
        self.generation, self.tag = generation, tag
        self.error = ""
        self.goes_to: str | None = None
        self._origin = origin

    def done(self) -> None:
        self._origin.settle(self)

    def again(self, error: str) -> None:
        self.goes_to, self.error = "retry", error
        self._origin.settle(self)

    def bury(self, reason: str) -> None:
        self.goes_to, self.error = "dead", reason
        self._origin.settle(self)


class Acknowledging:
    """Acknowledges the deliveries of one channel, those that follow each other by one frame."""

    def __init__(self) -> None:
        # In the order of coming, which is that of their tags.
        self._open: dict[int, None] = {}
        self._settled: set[int] = set()

    def came(self, tag: int) -> None:
        self._open[tag] = None

    def settled(self, tag: int) -> None:
        self._settled.add(tag)

    def tell(self, channel: BlockingChannel) -> None:
        """Tell the broker of all that was settled since the last time."""
        row = list(takewhile(self._settled.__contains__, self._open))
        if row:
            channel.basic_ack(row[-1], multiple=True)
        for tag in sorted(self._settled.difference(row)):
            channel.basic_ack(tag)
        for tag in self._settled:
            del self._open[tag]
        self._settled.clear()


class Subscription(threading.Thread):
    """Pumps one service's work queue; handling happens in other threads."""

    def __init__(self, url: str, service: str, delays: Sequence[float]) -> None:
        super().__init__(name=f"rabbit-{service}", daemon=True)
        self._url, self._service, self._delays = url, service, delays
        self._waiting: deque[Delivery] = deque()
        self._changed = threading.Condition()
        self._settled: deque[_RabbitDelivery] = deque()
        self._acknowledging = Acknowledging()
        self._called = False
        self._connection: pika.BlockingConnection | None = None
        self._channel: BlockingChannel | None = None
        self._generation = 0
        self._consumer_tag: str | None = None
        self._taking = True
        self._closing = threading.Event()
        self.trouble: str | None = "not connected yet"

    def take(self, most: int, wait_seconds: float) -> Sequence[Delivery]:
        if self._taking and not self.is_alive() and self.ident is None:
            self.start()
        with self._changed:
            if not self._waiting and self._taking:
                self._changed.wait(wait_seconds)
            return [self._waiting.popleft() for _ in range(min(most, len(self._waiting)))]

    def settle(self, delivery: _RabbitDelivery) -> None:
        """Acknowledge, delay or bury in the pumping thread."""
        self._settled.append(delivery)
        # One call is enough for all that is settled before the pump comes to it.
        if not self._called:
            self._called = True
            self._in_pump(self._apply_settled)

    def stop_taking(self) -> None:
        """Take no more; what is in hand can still be settled."""
        with self._changed:
            self._taking = False
            self._waiting.clear()
            self._changed.notify_all()
        self._in_pump(self._cancel)

    def close(self) -> None:
        self.stop_taking()
        self._closing.set()
        if self.is_alive():
            self.join(timeout=5)

    def run(self) -> None:
        failures = 0
        while not self._closing.is_set():
            try:
                self._connect()
                failures = 0
                self._pump()
            except Exception as error:
                # Whatever a broken connection made of the library: the thread must outlive it.
                self.trouble = f"no connection to the broker: {error!r}"
                log.warning("consumer_disconnected", service=self._service, error=repr(error))
                failures += 1
            finally:
                self._forget_connection()
            pause(self._closing, failures)

    def _connect(self) -> None:
        self._generation += 1
        self._connection = pika.BlockingConnection(parameters_for(self._url, self._service))
        self._connection.add_on_connection_blocked_callback(self._blocked)
        self._connection.add_on_connection_unblocked_callback(self._unblocked)
        channel = self._connection.channel()
        declare(channel, topology.topology_of(self._service, self._delays))
        channel.basic_qos(prefetch_count=PREFETCH)
        channel.confirm_delivery()
        channel.add_on_cancel_callback(self._cancelled)
        self._channel, self._acknowledging = channel, Acknowledging()
        if self._taking:
            self._consumer_tag = channel.basic_consume(
                topology.work_queue(self._service), self._arrived
            )
        self.trouble = None

    def _pump(self) -> None:
        assert self._connection is not None
        while not self._closing.is_set() and self.trouble != _CANCELLED:
            self._connection.process_data_events(PUMP_SECONDS)
            self._apply_settled()

    def _arrived(
        self, _channel: BlockingChannel, method: Any, properties: BasicProperties, body: bytes
    ) -> None:
        attempts = int((properties.headers or {}).get("x-attempt", 0))
        tag, generation = method.delivery_tag, self._generation
        self._acknowledging.came(tag)
        try:
            envelope = Envelope.from_json(body.decode())
            _require_own_name(envelope, method)
        except (UnreadableEvent, UnicodeDecodeError) as error:
            properties.message_id = properties.message_id or new_id()
            self._forward(body, properties, "dead", attempts, repr(error))
            self._acknowledging.settled(tag)
            return
        with self._changed:
            if self._taking:
                delivery = _RabbitDelivery(envelope, attempts, self, generation, tag)
                self._waiting.append(delivery)
                self._changed.notify_all()

    def _apply_settled(self) -> None:
        self._called = False
        while self._settled:
            delivery = self._settled.popleft()
            if delivery.generation != self._generation:
                continue
            if delivery.goes_to is not None:
                body, id = delivery.envelope.to_json().encode(), delivery.envelope.id
                told = properties_of(id, delivery.envelope.type)
                self._forward(body, told, delivery.goes_to, delivery.attempts, delivery.error)
            self._acknowledging.settled(delivery.tag)
        if self._channel is not None:
            self._acknowledging.tell(self._channel)

    def _forward(
        self, body: bytes, properties: BasicProperties, role: str, attempts: int, error: str
    ) -> None:
        """Publish a copy to the delay or the dead queue; the original is acknowledged after."""
        assert self._channel is not None
        key = topology.retry_key(attempts, self._delays) if role == "retry" else role
        # Our own header counts: the broker ignores an `x-death` that a client sends.
        properties.headers = {"x-attempt": attempts, "x-error": error[:2000]}
        own = topology.own_exchange(self._service)
        self._channel.basic_publish(own, key, body, properties, mandatory=True)

    def _cancelled(self, _frame: Any) -> None:
        # A deleted queue ends consumption without any exception: only this call tells.
        log.warning("consumer_cancelled", service=self._service)
        self.trouble = _CANCELLED

    def _cancel(self) -> None:
        if self._channel is not None and self._channel.is_open and self._consumer_tag:
            tag, self._consumer_tag = self._consumer_tag, None
            self._channel.basic_cancel(tag)

    def _blocked(self, _connection: Any, method: Any) -> None:
        self.trouble = f"the broker takes nothing just now: {method.method.reason}"

    def _unblocked(self, _connection: Any, _method: Any) -> None:
        self.trouble = None

    def _in_pump(self, step: Callable[[], None]) -> None:
        connection = self._connection
        if connection is not None and connection.is_open:
            try:
                connection.add_callback_threadsafe(step)
            except AMQPError:
                log.debug("pump_gone", service=self._service)

    def _forget_connection(self) -> None:
        with self._changed:
            self._waiting.clear()
        connection, self._connection, self._channel = self._connection, None, None
        if connection is not None:
            hang_up(connection)


def _require_own_name(envelope: Envelope, method: Any) -> None:
    """Raise `UnreadableEvent` for what somebody says in another one's name.

    The broker sees to it that a service publishes under its own name alone.
    """
    if method.exchange == EVENTS and method.routing_key != envelope.routing_key:
        raise UnreadableEvent(f"{method.routing_key} claims to be {envelope.routing_key}")
