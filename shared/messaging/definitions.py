"""RabbitMQ's definitions for the full deployment, generated from the catalogue.

Each service has a user of its own, who may publish that service's events and no others, hear
what the catalogue says it hears, and touch no queue but its own.
"""

import base64
import hashlib
import secrets
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from shared.messaging.topology import (
    DEFAULT_DELAYS,
    EVENTS,
    Topology,
    own_exchange,
    routing_keys,
    topology_of,
    work_queue,
)

# A full queue refuses what comes, which then waits in the outboxes. An operator may change it.
MOST_BYTES_WAITING = 1_000_000_000
_SALT_BYTES = 4


def definitions(
    vhost: str, passwords: Mapping[str, str], delays: Sequence[float] = DEFAULT_DELAYS
) -> dict[str, Any]:
    """Everything that the broker has to hold for the services that `passwords` names."""
    services = sorted(passwords)
    topologies = [topology_of(service, delays) for service in services]
    return {
        "vhosts": [{"name": vhost}],
        "users": [_user(service, passwords[service]) for service in services],
        "permissions": [_permissions(vhost, service) for service in services],
        "topic_permissions": [_topic_permissions(vhost, service) for service in services],
        "policies": [_policy(vhost, services)],
        "exchanges": _exchanges(vhost, topologies),
        "queues": [
            {"vhost": vhost, "name": queue.name, "durable": True, "auto_delete": False}
            | {"arguments": queue.arguments}
            for topology in topologies
            for queue in topology.queues
        ],
        "bindings": [
            {"vhost": vhost, "source": binding.exchange, "destination": binding.queue}
            | {"destination_type": "queue", "routing_key": binding.routing_key, "arguments": {}}
            for topology in topologies
            for binding in topology.bindings
        ],
    }


def hashed(password: str, salt: bytes) -> str:
    """A password as RabbitMQ keeps it."""
    return base64.b64encode(salt + hashlib.sha256(salt + password.encode()).digest()).decode()


def _user(service: str, password: str) -> dict[str, Any]:
    return {
        "name": service,
        "password_hash": hashed(password, secrets.token_bytes(_SALT_BYTES)),
        "hashing_algorithm": "rabbit_password_hashing_sha256",
        "tags": [],
    }


def _permissions(vhost: str, service: str) -> dict[str, str]:
    own = rf"{_exactly(own_exchange(service))}(\..+)?"
    shared = rf"^({_exactly(EVENTS)}|{own})$"
    return {
        "user": service,
        "vhost": vhost,
        "configure": f"^{own}$",
        "write": shared,
        "read": shared,
    }


def _topic_permissions(vhost: str, service: str) -> dict[str, str]:
    """Which routing keys of the common exchange: what it says, and what it hears."""
    heard = "|".join(_exactly(key) for key in routing_keys(service))
    return {
        "user": service,
        "vhost": vhost,
        "exchange": EVENTS,
        "write": rf"^{_exactly(service)}\..+$",
        "read": f"^({heard})$",
    }


def _policy(vhost: str, services: Sequence[str]) -> dict[str, Any]:
    names = "|".join(_exactly(work_queue(service)) for service in services)
    return {
        "vhost": vhost,
        "name": "justa-waiting",
        "pattern": f"^({names})$",
        "apply-to": "queues",
        "priority": 0,
        "definition": {"max-length-bytes": MOST_BYTES_WAITING},
    }


def _exchanges(vhost: str, topologies: Iterable[Topology]) -> list[dict[str, Any]]:
    kinds = {exchange.name: exchange.kind for one in topologies for exchange in one.exchanges}
    return [
        {"vhost": vhost, "name": name, "type": kind, "durable": True}
        | {"auto_delete": False, "internal": False, "arguments": {}}
        for name, kind in kinds.items()
    ]


def _exactly(name: str) -> str:
    """`name` in a regular expression of the broker's; ours hold nothing special but dots and `*`.

    A `*` is one word of a routing key.
    """
    return name.replace(".", r"\.").replace("*", r"[^.]+")
