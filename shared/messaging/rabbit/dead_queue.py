"""A service's dead letters at the broker."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pika
from pika.adapters.blocking_connection import BlockingChannel
from pika.exceptions import AMQPError
from pika.spec import BasicProperties

from shared.messaging import topology
from shared.messaging.bus import BusAway, Keep, Letter
from shared.messaging.rabbit.connecting import hang_up, parameters_for


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
            hang_up(connection)

    @contextmanager
    def _talking(self) -> Iterator[BlockingChannel]:
        try:
            if self._channel is None:
                self._connection = pika.BlockingConnection(
                    parameters_for(self._url, "dead-letters")
                )
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
