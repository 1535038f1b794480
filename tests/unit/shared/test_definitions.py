"""The broker's definitions hold what the services themselves would declare, and no more rights."""

import base64
import hashlib
import re

import pytest

from shared.events.catalogue import ALL_SERVICES, CATALOGUE
from shared.messaging.definitions import definitions, hashed
from shared.messaging.topology import EVENTS, own_exchange, topology_of, work_queue

PASSWORDS = {service: f"password of {service}" for service in ALL_SERVICES}
DELAYS = (1.0, 60.0)
MADE = definitions("justa", PASSWORDS, DELAYS)
TOPOLOGIES = {service: topology_of(service, DELAYS) for service in ALL_SERVICES}
QUEUES = {queue.name: service for service in ALL_SERVICES for queue in TOPOLOGIES[service].queues}


def test_they_agree_with_the_topology():
    queues = {queue["name"]: queue["arguments"] for queue in MADE["queues"]}
    assert queues == {q.name: q.arguments for t in TOPOLOGIES.values() for q in t.queues}
    exchanges = {exchange["name"]: exchange["type"] for exchange in MADE["exchanges"]}
    assert exchanges == {e.name: e.kind for t in TOPOLOGIES.values() for e in t.exchanges}
    bindings = {(b["source"], b["destination"], b["routing_key"]) for b in MADE["bindings"]}
    assert bindings == {
        (b.exchange, b.queue, b.routing_key) for t in TOPOLOGIES.values() for b in t.bindings
    }
    everything = MADE["queues"] + MADE["exchanges"]
    assert all(one["durable"] and one["vhost"] == "justa" for one in everything)


@pytest.mark.parametrize("service", ALL_SERVICES)
def test_a_service_touches_its_own_queues_alone(service):
    (rights,) = [one for one in MADE["permissions"] if one["user"] == service]
    for queue, owner in QUEUES.items():
        for right in ("configure", "write", "read"):
            assert bool(re.fullmatch(rights[right], queue)) == (owner == service)
    for other in ALL_SERVICES:
        assert bool(re.fullmatch(rights["write"], own_exchange(other))) == (other == service)
    assert not re.fullmatch(rights["configure"], EVENTS)
    assert re.fullmatch(rights["write"], EVENTS)


@pytest.mark.parametrize("service", ALL_SERVICES)
def test_a_service_says_and_hears_what_the_catalogue_tells(service):
    (rights,) = [one for one in MADE["topic_permissions"] if one["user"] == service]
    assert rights["exchange"] == EVENTS
    for kind in CATALOGUE.values():
        producers = ALL_SERVICES if kind.producer == "*" else (kind.producer,)
        for producer in producers:
            key = f"{producer}.{kind.type}"
            assert bool(re.fullmatch(rights["write"], key)) == (producer == service)
            assert bool(re.fullmatch(rights["read"], key)) == (service in kind.consumers)


def test_the_limit_is_on_the_queues_of_work_alone():
    (policy,) = MADE["policies"]
    limited = {name for name in QUEUES if re.fullmatch(policy["pattern"], name)}
    assert limited == {work_queue(service) for service in ALL_SERVICES}


def test_passwords_are_there_only_as_salted_hashes():
    for user in MADE["users"]:
        kept = base64.b64decode(user["password_hash"])
        salt, password = kept[:4], PASSWORDS[user["name"]]
        assert kept[4:] == hashlib.sha256(salt + password.encode()).digest()
        assert user["password_hash"] == hashed(password, salt)
    assert len({user["password_hash"][:5] for user in MADE["users"]}) == len(ALL_SERVICES)
    assert "password of" not in str(MADE)
