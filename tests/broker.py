"""What tests do to a broker by hand, as an operator or an accident would."""

import pika

from shared.events.catalogue import ALL_SERVICES
from shared.messaging.topology import EVENTS, own_exchange, topology_of


def wipe(url: str) -> None:
    """Delete every queue and exchange of Justa."""
    with pika.BlockingConnection(pika.URLParameters(url)) as connection:
        channel = connection.channel()
        for service in ALL_SERVICES:
            for queue in topology_of(service).queues:
                channel.queue_delete(queue.name)
            channel.exchange_delete(own_exchange(service))
        channel.exchange_delete(EVENTS)


def steal(url: str, queue: str) -> bytes | None:
    """Take the oldest message out of a queue for good."""
    with pika.BlockingConnection(pika.URLParameters(url)) as connection:
        _, _, body = connection.channel().basic_get(queue, auto_ack=True)
        return body


def waiting(url: str, queue: str) -> int:
    """How many messages a queue holds that nobody has in hand."""
    with pika.BlockingConnection(pika.URLParameters(url)) as connection:
        declared = connection.channel().queue_declare(queue, passive=True)
        return int(declared.method.message_count)


def delete_queue(url: str, queue: str) -> None:
    with pika.BlockingConnection(pika.URLParameters(url)) as connection:
        connection.channel().queue_delete(queue)


def send(url: str, exchange: str, key: str, body: bytes, *, id: str | None = None) -> None:
    """Publish anything at all, and see that it lies in a queue."""
    with pika.BlockingConnection(pika.URLParameters(url)) as connection:
        channel = connection.channel()
        # Unconfirmed, what is on its way is lost with the channel.
        channel.confirm_delivery()
        properties = pika.BasicProperties(message_id=id, delivery_mode=2)
        channel.basic_publish(exchange, key, body, properties, mandatory=True)
