"""What a pod is told of its process: settings, secrets, health checks and how it ends."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from deploy.kubernetes.compose import Process, is_secret
from deploy.kubernetes.network import NAME, port_of
from shared.events.catalogue import ALL_SERVICES

FOLDER = "/run/justa"
SECRET = "justa"
OPS_PORT = 9100
# Until every node has heard that a pod is going, it still gets requests.
HEARD_SECONDS = 5
EVERY_SECONDS = 5
_ASKED = ("web", "stream", "edge")


def facts_of(process: Process) -> dict[str, Any]:
    """What the forms of pods ask for; what does not apply is None."""
    lasting = process.kind != "migrate"
    labels = labels_of(process)
    return {
        "labels": labels,
        "image": process.image,
        "command": list(process.command) or None,
        "arguments": list(process.arguments) or None,
        "grace": process.stop_seconds + (HEARD_SECONDS if process.kind in _ASKED else 0),
        "memory": process.memory,
        "restart": None if lasting else "OnFailure",
        "spread": [_spread(process.name)] if lasting else None,
        "settings": _settings(process) if lasting else None,
        "variables": _drawn(process) + ([] if lasting else _single_settings(process)),
        "files": _files(process),
        "ports": _ports(process) if lasting else None,
        "lifecycle": _lifecycle(process.kind),
        **(_probes(process) if lasting else dict.fromkeys(("startup", "readiness", "liveness"))),
    }


def labels_of(process: Process) -> dict[str, str]:
    return {
        NAME: process.name,
        "app.kubernetes.io/component": process.kind,
        "app.kubernetes.io/part-of": "justa",
    }


def _spread(name: str) -> dict[str, Any]:
    return {
        "maxSkew": 1,
        "topologyKey": "kubernetes.io/hostname",
        "whenUnsatisfiable": "ScheduleAnyway",
        "labelSelector": {"matchLabels": {NAME: name}},
    }


def _settings(process: Process) -> list[dict[str, Any]]:
    names = ["settings", "gateway"] if process.service == "gateway" else ["settings"]
    return [{"configMapRef": {"name": name}} for name in names]


def _single_settings(process: Process) -> list[dict[str, Any]]:
    """For whoever is told only some: with the broker's address alone no process would start."""
    return [
        {"name": name, "valueFrom": {"configMapKeyRef": {"name": "settings", "key": name}}}
        for name in process.settings
    ]


def _drawn(process: Process) -> list[dict[str, Any]]:
    """Secrets come in files, which no listing of a process's variables shows."""
    entries: dict[str, dict[str, Any]] = {}
    for variable, key in process.drawn.items():
        if is_secret(variable):
            name, file = _in_file(variable, key)
            entries[name] = {"name": name, "value": f"{FOLDER}/{file}"}
        else:
            told = {"secretKeyRef": {"name": SECRET, "key": key}}
            entries[variable] = {"name": variable, "valueFrom": told}
    return list(entries.values())


def _in_file(variable: str, key: str) -> tuple[str, str]:
    """The variable that names a secret's file, and the file's name; that of a secret which each
    service has for itself has `{service}` in it, as the settings read it.
    """
    for service in ALL_SERVICES:
        end = f"_{service.upper()}"
        if key.endswith(end):
            return variable.removesuffix(end) + "_FILE", _file(key.removesuffix(end)) + "_{service}"
    return variable + "_FILE", _file(key)


def _files(process: Process) -> list[dict[str, str]]:
    keys = [key for variable, key in process.drawn.items() if is_secret(variable)]
    return [{"key": key, "path": _file(key)} for key in keys]


def _file(key: str) -> str:
    return key.removeprefix("JUSTA_").lower()


def _ports(process: Process) -> list[dict[str, Any]]:
    ports = {port_of(process): "http"} if process.kind in _ASKED else {}
    if process.kind != "edge":
        ports[OPS_PORT] = "ops"
    return [{"name": name, "containerPort": number} for number, name in ports.items()]


def _probes(process: Process) -> Mapping[str, Any]:
    """Health as `/healthz` and `/readyz` tell it.

    A gateway that cannot reach its database still answers what anybody may read. Taken out, it
    would be an outage of everything: it has to be ready once, to begin with, and then to live.
    """
    alive, ready = _health(process)
    front = process.service == "gateway" and process.kind in _ASKED
    startup, readiness = (ready, alive) if front else (alive, ready)
    return {
        "startup": _probe(process, startup, process.start_seconds // EVERY_SECONDS),
        "readiness": _probe(process, readiness, 3),
        # One that is slow under load is no better off for being started anew.
        "liveness": _probe(process, alive, 12),
    }


def _health(process: Process) -> tuple[str, str]:
    """Where a process says that it lives, and that it can do its work."""
    if process.kind == "edge":
        path = urlsplit(process.health).path
        return path, path
    return "/healthz", "/readyz"


def _probe(process: Process, path: str, failures: int) -> dict[str, Any]:
    return {
        "httpGet": {"path": path, "port": port_of(process)},
        "periodSeconds": EVERY_SECONDS,
        "timeoutSeconds": 5,
        "failureThreshold": failures,
    }


def _lifecycle(kind: str) -> dict[str, Any] | None:
    if kind not in _ASKED:
        return None
    wait: list[str] = ["sleep", str(HEARD_SECONDS)]
    if kind == "edge":
        # A cluster says SIGTERM, at which nginx drops whatever it is in the middle of.
        wait = ["sh", "-c", f"sleep {HEARD_SECONDS}; kill -QUIT 1; sleep 60"]
    return {"preStop": {"exec": {"command": wait}}}
