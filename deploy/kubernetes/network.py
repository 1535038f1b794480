"""Who may speak to whom: each pod to what it needs, and nobody else.

A cluster's own names (DNS) and what reads metrics are the same for all: `base/network.yaml`. Where
database, broker and mail server are, only an overlay can say: here it is their ports alone.
"""

from collections.abc import Iterable
from typing import Any

from deploy.kubernetes.compose import Process

Rule = dict[str, Any]

NAME = "app.kubernetes.io/name"
# What an operator writes on the namespace of whatever brings clients to the edge.
DOOR = "justa/brings-clients"

_DATABASE, _BROKER, _MAIL = (5432,), (5671, 5672), (25, 465, 587)
_IN_FRONT = ("web", "stream")


def reached_by(process: Process, every: Iterable[Process]) -> list[Rule]:
    """The rules for what may begin to speak to `process`."""
    if process.kind == "edge":
        door = {"namespaceSelector": {"matchLabels": {DOOR: "yes"}}}
        return [{"from": [door], "ports": _ports((port_of(process),))}]
    callers = [one.name for one in every if process in called_by(one, every)]
    if not callers:
        return []
    return [{"from": [_pods(callers)], "ports": _ports((port_of(process),))}]


def reaching(process: Process, every: Iterable[Process]) -> list[Rule]:
    """The rules for what `process` may begin to speak to."""
    rules: list[Rule] = [{"ports": _ports(ports)} for ports in _outside(process)]
    if called := called_by(process, every):
        ports = sorted({port_of(one) for one in called})
        rules.append({"to": [_pods([one.name for one in called])], "ports": _ports(ports)})
    return rules


def called_by(process: Process, every: Iterable[Process]) -> list[Process]:
    """The edge calls the gateway, and the gateway the other services."""
    webs = [one for one in every if one.kind in _IN_FRONT]
    if process.kind == "edge":
        return [one for one in webs if one.service == "gateway"]
    if process.service == "gateway":
        return [one for one in webs if one.service != "gateway"]
    return []


def port_of(process: Process) -> int:
    """The port at which a process is asked."""
    return int(process.health.rpartition(":")[2].partition("/")[0])


def _outside(process: Process) -> Iterable[tuple[int, ...]]:
    if process.kind != "edge":
        yield _DATABASE
    if process.kind == "worker":
        yield _BROKER
        if process.service == "gateway":
            yield _MAIL


def _pods(names: Iterable[str]) -> Rule:
    listed = {"key": NAME, "operator": "In", "values": sorted(names)}
    return {"podSelector": {"matchExpressions": [listed]}}


def _ports(ports: Iterable[int]) -> list[Rule]:
    return [{"protocol": "TCP", "port": port} for port in ports]
