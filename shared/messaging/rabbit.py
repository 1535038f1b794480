"""RabbitMQ behind the bus port; the only file that knows pika.

A publisher thread sends batches with asynchronous confirms and believes an event safe only when
it is both confirmed and not returned: an unroutable mandatory message is returned *and*
acknowledged. Each subscription has a connection and a thread of its own that does nothing but
pump it, so that heartbeats go on while handlers work elsewhere.
"""

import random
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import takewhile
from typing import Any

import pika
import structlog
from pika.adapters.blocking_connection import BlockingChannel
from pika.adapters.select_connection import SelectConnection
from pika.exceptions import AMQPError, ChannelClosedByBroker
from pika.spec import Basic, BasicProperties

from shared.events.envelope import Envelope, UnreadableEvent
from shared.messaging import topology
from shared.messaging.bus import Arrivals, BusAway, Delivery, Keep, Letter
from shared.messaging.topology import DEFAULT_DELAYS, EVENTS

log = structlog.get_logger()

PREFETCH = 400
CONFIRM_SECONDS = 30.0
PUMP_SECONDS = 0.5
RECONNECT_SECONDS = (1.0, 30.0)
MOST_DOUBLINGS = 5
PERSISTENT = 2


class RabbitBus:
    """The bus of the full deployment: one broker connection to publish, one to consume."""

    can_lose = True

    def __init__(self, url: str, *, delays: Sequence[float] = DEFAULT_DELAYS) -> None:
        self._url = url
        self._delays = tuple(delays)
        self._publisher: _Publisher | None = None
        self._subscriptions: list[_Subscription] = []
        self._lock = threading.Lock()

    def send(self, envelopes: Sequence[Envelope]) -> Arrivals:
        with self._lock:
            if self._publisher is None:
                self._publisher = _Publisher(self._url)
                self._publisher.start()
        return self._publisher.send(envelopes)

    def subscribe(self, service: str, keep: Keep) -> "_Subscription":  # noqa: ARG002
        subscription = _Subscription(self._url, service, self._delays)
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


def declare(channel: Any, wanted: topology.Topology) -> None:
    """Declare what one service uses; what stands there alike already is left as it is."""
    for exchange in wanted.exchanges:
        if exchange.name != EVENTS or not _stands(channel.connection, exchange.name):
            channel.exchange_declare(exchange.name, exchange.kind, durable=True)
    for queue in wanted.queues:
        channel.queue_declare(queue.name, durable=True, arguments=queue.arguments)
    for binding in wanted.bindings:
        channel.queue_bind(binding.queue, binding.exchange, binding.routing_key)


def _stands(connection: pika.BlockingConnection, exchange: str) -> bool:
    """Whether it is there already: where a service has its own rights only, it may use the
    common exchange, but not declare it.
    """
    try:
        with connection.channel() as probe:
            probe.exchange_declare(exchange, passive=True)
    except ChannelClosedByBroker:
        return False
    return True


def declare_all(
    url: str, services: Sequence[str], delays: Sequence[float] = DEFAULT_DELAYS
) -> None:
    """Declare the queues of all `services`, so that nothing published meets no queue."""
    with pika.BlockingConnection(_parameters(url, "declare")) as connection:
        channel = connection.channel()
        for service in services:
            declare(channel, topology.topology_of(service, delays))


def empty_queues(url: str, service: str, delays: Sequence[float] = DEFAULT_DELAYS) -> int:
    """Throw away all that is on its way to `service`; how many messages that was.

    Its dead letters stay. None of its workers may run meanwhile.
    """
    wanted = topology.topology_of(service, delays)
    delayed = [q.name for q in wanted.queues if q.name.startswith(f"justa.{service}.retry")]
    with pika.BlockingConnection(_parameters(url, "empty")) as connection:
        channel = connection.channel()
        declare(channel, wanted)
        # What a delay lets go of meanwhile lands in the queue that is emptied last.
        queues = [*delayed, topology.work_queue(service)]
        return sum(int(channel.queue_purge(name).method.message_count) for name in queues)


# --- publishing -------------------------------------------------------------------------


class _Outgoing:
    """A batch on its way: which messages are confirmed, which were refused or came back."""

    def __init__(self, envelopes: Sequence[Envelope]) -> None:
        self.envelopes = envelopes
        self.confirmed: set[str] = set()
        self.returned: set[str] = set()
        self.refused: set[str] = set()
        self._open = {envelope.id for envelope in envelopes}
        self.finished = threading.Event()

    def settle(self, id: str, *, confirmed: bool) -> None:
        (self.confirmed if confirmed else self.refused).add(id)
        self._open.discard(id)
        if not self._open:
            self.finished.set()

    @property
    def safe(self) -> set[str]:
        return self.confirmed - self.returned


class _Publisher(threading.Thread):
    """Owns the publishing connection; everything on it happens in this thread's loop."""

    def __init__(self, url: str) -> None:
        super().__init__(name="rabbit-publisher", daemon=True)
        self._url = url
        self._connection: SelectConnection | None = None
        self._channel: Any = None
        self._ready = threading.Event()
        self._closing = threading.Event()
        # By the tag of each message that is not confirmed yet, in the order of sending.
        self._under_way: dict[int, tuple[_Outgoing, str]] = {}
        self._next_tag = 1
        self._failures = 0
        self.trouble: str | None = "not connected yet"
        self.refusal: str | None = None

    def send(self, envelopes: Sequence[Envelope]) -> Arrivals:
        """Send a batch; to wait for its confirms is for whoever wants to know."""
        if not self._ready.wait(RECONNECT_SECONDS[0]):
            return set
        outgoing, connection = _Outgoing(envelopes), self._connection
        assert connection is not None
        connection.ioloop.add_callback_threadsafe(lambda: self._send(outgoing))
        return lambda: self._arrived(outgoing, connection)

    def _arrived(self, outgoing: _Outgoing, connection: SelectConnection) -> set[str]:
        self._await_confirms(outgoing, connection)
        if outgoing.returned:
            log.error("events_unroutable", number=len(outgoing.returned))
        if outgoing.refused or outgoing.confirmed:
            self._take_refusals(outgoing, connection)
        return outgoing.safe

    def _take_refusals(self, outgoing: _Outgoing, connection: SelectConnection) -> None:
        """Where a queue was full, and its limit is lifted, the broker goes on refusing what comes
        by the connections that it has refused: only a new one finds out.
        """
        self.refusal = _REFUSED if outgoing.refused else None
        if outgoing.refused:
            log.warning("events_refused", number=len(outgoing.refused))
        if not outgoing.confirmed:
            connection.ioloop.add_callback_threadsafe(self._hang_up)

    def run(self) -> None:
        while not self._closing.is_set():
            try:
                self._talk()
            except Exception as error:
                # Whatever a broken connection made of the library: the thread must outlive it.
                log.exception("publisher_failed")
                self.trouble = f"no connection to the broker: {error!r}"
                self._ready.clear()
                self._failures += 1
            _pause(self._closing, self._failures)

    def _talk(self) -> None:
        self._connection = SelectConnection(
            _parameters(self._url, "publisher"),
            on_open_callback=self._opened,
            on_open_error_callback=self._lost,
            on_close_callback=self._lost,
        )
        self._connection.ioloop.start()

    def _await_confirms(self, outgoing: _Outgoing, connection: SelectConnection) -> None:
        """Ends early when the connection went before the batch was even taken up."""
        deadline = time.monotonic() + CONFIRM_SECONDS
        while not outgoing.finished.wait(PUMP_SECONDS):
            lost = self._connection is not connection or not self._ready.is_set()
            if lost or time.monotonic() > deadline:
                return

    def close(self) -> None:
        self._closing.set()
        connection = self._connection
        if connection is not None and self.is_alive():
            connection.ioloop.add_callback_threadsafe(self._hang_up)
            self.join(timeout=5)

    def _hang_up(self) -> None:
        assert self._connection is not None
        if self._connection.is_open:
            self._connection.close()
        else:
            self._connection.ioloop.stop()

    def _opened(self, connection: Any) -> None:
        connection.add_on_connection_blocked_callback(self._blocked)
        connection.add_on_connection_unblocked_callback(self._unblocked)
        connection.channel(on_open_callback=self._channel_opened)

    def _channel_opened(self, channel: Any) -> None:
        self._channel = channel
        self._under_way.clear()
        self._next_tag = 1
        channel.add_on_return_callback(self._returned)
        channel.add_on_close_callback(self._channel_lost)
        channel.confirm_delivery(self._confirmed, callback=self._confirms_on)

    def _confirms_on(self, _frame: Any) -> None:
        self.trouble = None
        self._failures = 0
        self._ready.set()

    def _send(self, outgoing: _Outgoing) -> None:
        if self._channel is None or not self._channel.is_open:
            outgoing.finished.set()
            return
        for envelope in outgoing.envelopes:
            self._under_way[self._next_tag] = outgoing, envelope.id
            self._next_tag += 1
            self._channel.basic_publish(
                EVENTS,
                envelope.routing_key,
                envelope.to_json().encode(),
                _properties(envelope.id, envelope.type),
                mandatory=True,
            )

    def _returned(self, _channel: Any, _method: Any, properties: Any, _body: bytes) -> None:
        for outgoing, id in self._under_way.values():
            if id == properties.message_id:
                outgoing.returned.add(id)

    def _confirmed(self, frame: Any) -> None:
        method = frame.method
        last = method.delivery_tag
        tags = [last]
        if method.multiple:
            tags = list(takewhile(lambda tag: tag <= last, self._under_way))
        for tag in tags:
            outgoing, id = self._under_way.pop(tag)
            outgoing.settle(id, confirmed=isinstance(method, Basic.Ack))

    def _blocked(self, _connection: Any, method: Any) -> None:
        self.trouble = f"the broker takes nothing just now: {method.method.reason}"
        log.warning("broker_blocked", reason=method.method.reason)

    def _unblocked(self, _connection: Any, _method: Any) -> None:
        self.trouble = None
        log.warning("broker_unblocked")

    def _channel_lost(self, _channel: Any, reason: Any) -> None:
        self._ready.clear()
        if self._connection is not None and self._connection.is_open:
            log.warning("publishing_channel_lost", reason=repr(reason))
            self._connection.close()

    def _lost(self, connection: Any, reason: Any) -> None:
        self._ready.clear()
        self._channel = None
        self._failures += 1
        self.trouble = f"no connection to the broker: {reason!r}"
        if not self._closing.is_set():
            log.warning("publisher_disconnected", reason=repr(reason))
        for outgoing, _ in self._under_way.values():
            outgoing.finished.set()
        connection.ioloop.stop()


# --- consuming --------------------------------------------------------------------------


class _RabbitDelivery(Delivery):
    """A delivery knows the connection it came by: it is never acknowledged on a later one."""

    def __init__(
        self, envelope: Envelope, attempts: int, origin: "_Subscription", generation: int, tag: int
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


class _Acknowledging:
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


class _Subscription(threading.Thread):
    """Pumps one service's work queue; handling happens in other threads."""

    def __init__(self, url: str, service: str, delays: Sequence[float]) -> None:
        super().__init__(name=f"rabbit-{service}", daemon=True)
        self._url, self._service, self._delays = url, service, delays
        self._waiting: deque[Delivery] = deque()
        self._changed = threading.Condition()
        self._settled: deque[_RabbitDelivery] = deque()
        self._acknowledging = _Acknowledging()
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
            _pause(self._closing, failures)

    def _connect(self) -> None:
        self._generation += 1
        self._connection = pika.BlockingConnection(_parameters(self._url, self._service))
        self._connection.add_on_connection_blocked_callback(self._blocked)
        self._connection.add_on_connection_unblocked_callback(self._unblocked)
        channel = self._connection.channel()
        declare(channel, topology.topology_of(self._service, self._delays))
        channel.basic_qos(prefetch_count=PREFETCH)
        channel.confirm_delivery()
        channel.add_on_cancel_callback(self._cancelled)
        self._channel, self._acknowledging = channel, _Acknowledging()
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
                properties = _properties(id, delivery.envelope.type)
                self._forward(body, properties, delivery.goes_to, delivery.attempts, delivery.error)
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
            _hang_up(connection)


def _require_own_name(envelope: Envelope, method: Any) -> None:
    """Raise `UnreadableEvent` for what somebody says in another one's name.

    The broker sees to it that a service publishes under its own name alone.
    """
    if method.exchange == EVENTS and method.routing_key != envelope.routing_key:
        raise UnreadableEvent(f"{method.routing_key} claims to be {envelope.routing_key}")


# --- dead letters -----------------------------------------------------------------------


class RabbitDeadQueue:
    """One service's dead queue: where its letters lie until the service has taken them."""

    def __init__(self, url: str, service: str) -> None:
        self._url, self._queue = url, topology.dead_queue(service)
        self._connection: pika.BlockingConnection | None = None
        self._channel: BlockingChannel | None = None

    def take(self, keep: Keep) -> None:
        with self._talking() as channel:
            while True:
                method, properties, body = channel.basic_get(self._queue)
                if method is None or properties is None or body is None:
                    return
                keep(_letter(properties, body))
                channel.basic_ack(method.delivery_tag)

    def rest(self, seconds: float) -> None:
        with self._talking() as channel:
            channel.connection.process_data_events(seconds)

    def close(self) -> None:
        connection, self._connection, self._channel = self._connection, None, None
        if connection is not None:
            _hang_up(connection)

    @contextmanager
    def _talking(self) -> Iterator[BlockingChannel]:
        try:
            if self._channel is None:
                parameters = _parameters(self._url, "dead-letters")
                self._connection = pika.BlockingConnection(parameters)
                self._channel = self._connection.channel()
            yield self._channel
        except (AMQPError, OSError) as error:
            self.close()
            raise BusAway(repr(error)) from error


def _letter(properties: BasicProperties, body: bytes) -> Letter:
    headers = properties.headers or {}
    reason = headers.get("x-error") or _reason_of_broker(headers)
    return Letter(
        id=properties.message_id or "",
        type=properties.type or "",
        body=body.decode(errors="replace"),
        reason=str(reason),
        attempts=int(headers.get("x-attempt") or headers.get("x-delivery-count") or 0),
    )


def _reason_of_broker(headers: dict[str, Any]) -> str:
    deaths = headers.get("x-death") or [{}]
    return f"the broker gave up: {deaths[0].get('reason', 'unknown')}"


# --- both -------------------------------------------------------------------------------

_CANCELLED = "the broker cancelled the consumer"
_REFUSED = "the broker refuses events: a queue is full"


def _parameters(url: str, what: str) -> pika.URLParameters:
    parameters = pika.URLParameters(url)
    parameters.heartbeat = 20
    parameters.blocked_connection_timeout = 120
    parameters.socket_timeout = 10
    parameters.client_properties = {"connection_name": f"justa-{what}"}
    return parameters


def _properties(id: str, type: str) -> BasicProperties:
    return BasicProperties(
        message_id=id,
        type=type,
        content_type="application/cloudevents+json",
        delivery_mode=PERSISTENT,
    )


def _hang_up(connection: pika.BlockingConnection) -> None:
    try:
        if connection.is_open:
            connection.close()
    except (AMQPError, OSError) as error:
        log.debug("close_failed", error=repr(error))


def longest_pause(failures: int) -> float:
    """How many seconds to wait at most after so many failures in a row to connect."""
    shortest, longest = RECONNECT_SECONDS
    # Of a broker that is away for a day there are thousands, and no float holds that power of two.
    return min(longest, shortest * 2.0 ** min(failures, MOST_DOUBLINGS))


def _pause(closing: threading.Event, failures: int) -> None:
    """Wait before the next try to connect: growing, jittered, ended at once by closing."""
    if failures:
        closing.wait(random.uniform(RECONNECT_SECONDS[0], longest_pause(failures)))
