"""Publishing: batches with asynchronous confirms, from a thread of its own.

An event is believed to be safe only when it is both confirmed and not returned: an unroutable
mandatory message is returned *and* acknowledged.
"""

import threading
import time
from collections.abc import Sequence
from itertools import takewhile
from typing import Any

import structlog
from pika.adapters.select_connection import SelectConnection
from pika.spec import Basic

from shared.events.envelope import Envelope
from shared.messaging.bus import Arrivals
from shared.messaging.rabbit.connecting import (
    PUMP_SECONDS,
    RECONNECT_SECONDS,
    parameters_for,
    pause,
    properties_of,
)
from shared.messaging.topology import EVENTS

log = structlog.get_logger()

CONFIRM_SECONDS = 30.0
_REFUSED = "the broker refuses events: a queue is full"


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


class Publisher(threading.Thread):
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
            pause(self._closing, self._failures)

    def _talk(self) -> None:
        self._connection = SelectConnection(
            parameters_for(self._url, "publisher"),
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
                properties_of(envelope.id, envelope.type),
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
