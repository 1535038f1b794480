"""What stands in the broker: exchanges, queues and bindings, generated from the catalogue.

All events go to one topic exchange. A service has a quorum queue of its own, one delay queue
for each retry delay and a dead queue; its own direct exchange leads to these by their role:
`work`, `retry.5000ms` and the like, and `dead`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from shared.events.catalogue import heard_by

EVENTS = "justa.events"
DELIVERY_LIMIT = 20
DEFAULT_DELAYS = (5.0, 30.0, 300.0)


@dataclass(frozen=True)
class Exchange:
    name: str
    kind: str


@dataclass(frozen=True)
class Queue:
    """A durable queue; `arguments` are those that cannot be changed by a policy later."""

    name: str
    arguments: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Binding:
    exchange: str
    queue: str
    routing_key: str


@dataclass(frozen=True)
class Topology:
    """Everything that one service uses in the broker."""

    service: str
    exchanges: tuple[Exchange, ...]
    queues: tuple[Queue, ...]
    bindings: tuple[Binding, ...]


def own_exchange(service: str) -> str:
    return f"justa.{service}"


def work_queue(service: str) -> str:
    return f"justa.{service}"


def dead_queue(service: str) -> str:
    return f"justa.{service}.dead"


def retry_key(attempt: int, delays: Sequence[float]) -> str:
    """The routing key of the delay that follows failure number `attempt` (from 1)."""
    return _retry_role(delays[min(max(attempt, 1), len(delays)) - 1])


def topology_of(service: str, delays: Sequence[float] = DEFAULT_DELAYS) -> Topology:
    """The exchanges, queues and bindings of `service`; `delays` are in seconds."""
    own = own_exchange(service)
    retries = [(_retry_role(delay), _retry_queue(service, delay)) for delay in delays]
    by_role = [("work", _work_queue(service)), *retries, ("dead", _dead_queue(service))]
    return Topology(
        service=service,
        exchanges=(Exchange(EVENTS, "topic"), Exchange(own, "direct")),
        queues=tuple(queue for _, queue in by_role),
        bindings=(
            *(Binding(own, queue.name, role) for role, queue in by_role),
            *(Binding(EVENTS, work_queue(service), key) for key in routing_keys(service)),
        ),
    )


def routing_keys(service: str) -> Iterator[str]:
    """What `service` hears: one key for each event type, whoever says it."""
    for heard in heard_by(service):
        yield f"{heard.producer}.{heard.type}"


def _work_queue(service: str) -> Queue:
    return Queue(
        work_queue(service),
        {
            "x-queue-type": "quorum",
            "x-delivery-limit": DELIVERY_LIMIT,
            "x-dead-letter-exchange": own_exchange(service),
            "x-dead-letter-routing-key": "dead",
            "x-dead-letter-strategy": "at-least-once",
            "x-overflow": "reject-publish",
        },
    )


def _retry_role(delay: float) -> str:
    return f"retry.{int(delay * 1000)}ms"


def _retry_queue(service: str, delay: float) -> Queue:
    # One queue for each delay: a time-out of single messages would block at the queue's head.
    # Named by the delay, since a queue cannot be declared again with another one.
    return Queue(
        f"justa.{service}.{_retry_role(delay)}",
        {
            "x-queue-type": "quorum",
            "x-message-ttl": int(delay * 1000),
            "x-dead-letter-exchange": own_exchange(service),
            "x-dead-letter-routing-key": "work",
            "x-dead-letter-strategy": "at-least-once",
            "x-overflow": "reject-publish",
        },
    )


def _dead_queue(service: str) -> Queue:
    return Queue(dead_queue(service), {"x-queue-type": "quorum"})
