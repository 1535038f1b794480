"""What stands at the broker: declared, and emptied after a backup was restored."""

from collections.abc import Sequence
from typing import Any

import pika
from pika.exceptions import ChannelClosedByBroker

from shared.messaging import topology
from shared.messaging.rabbit.connecting import parameters_for
from shared.messaging.topology import DEFAULT_DELAYS, EVENTS


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
    with pika.BlockingConnection(parameters_for(url, "declare")) as connection:
        channel = connection.channel()
        for service in services:
            declare(channel, topology.topology_of(service, delays))


def empty_queues(url: str, service: str, delays: Sequence[float] = DEFAULT_DELAYS) -> int:
    """Throw away all that is on its way to `service`; how many messages that was.

    Its dead letters stay. None of its workers may run meanwhile.
    """
    wanted = topology.topology_of(service, delays)
    delayed = [q.name for q in wanted.queues if q.name.startswith(f"justa.{service}.retry")]
    with pika.BlockingConnection(parameters_for(url, "empty")) as connection:
        channel = connection.channel()
        declare(channel, wanted)
        # What a delay lets go of meanwhile lands in the queue that is emptied last.
        queues = [*delayed, topology.work_queue(service)]
        return sum(int(channel.queue_purge(name).method.message_count) for name in queues)
