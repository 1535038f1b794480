"""The manifests as kustomize makes them, by the `kubectl` that comes with the tests' packages."""

import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from deploy.kubernetes.compose import FILE, Process, processes

FOLDER = Path(__file__).parents[3] / "deploy" / "kubernetes"
KUBECTL = Path(sys.executable).with_name("kubectl")
OVERLAYS = ("base", "example")
PROCESSES = {process.name: process for process in processes(FILE.read_text())}

Manifest = dict[str, Any]


@cache
def _built(overlay: str) -> tuple[Manifest, ...]:
    command = [str(KUBECTL), "kustomize", str(FOLDER / overlay)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return tuple(yaml.safe_load_all(done.stdout))


def manifests(overlay: str = "base", kind: str = "") -> list[Manifest]:
    """All that an overlay comes to, or those of one kind; nobody changes them."""
    return [one for one in _built(overlay) if not kind or one["kind"] == kind]


def by_name(kind: str, overlay: str = "base") -> dict[str, Manifest]:
    return {one["metadata"]["name"]: one for one in manifests(overlay, kind)}


def pod_of(process: Process, overlay: str = "base") -> Manifest:
    """The pod's specification of a process's Deployment or Job."""
    kind = "Job" if process.kind == "migrate" else "Deployment"
    pod: Manifest = by_name(kind, overlay)[process.name]["spec"]["template"]["spec"]
    return pod


def container_of(process: Process, overlay: str = "base") -> Manifest:
    (container,) = pod_of(process, overlay)["containers"]
    return dict(container)


def settings_of(process: Process, overlay: str = "base") -> dict[str, str]:
    """The variables that its ConfigMaps give to a process."""
    maps = by_name("ConfigMap", overlay)
    found: dict[str, str] = {}
    for source in container_of(process, overlay).get("envFrom", ()):
        found |= maps[source["configMapRef"]["name"]]["data"]
    for one in container_of(process, overlay).get("env", ()):
        if single := one.get("valueFrom", {}).get("configMapKeyRef"):
            found[one["name"]] = maps[single["name"]]["data"][single["key"]]
    return found


def secrets_of(process: Process, overlay: str = "base") -> dict[str, str]:
    """The variables that lead a process to its secrets: to a file, or to a name in the Secret."""
    found: dict[str, str] = {}
    for one in container_of(process, overlay)["env"]:
        source = one.get("valueFrom", {}).get("secretKeyRef")
        if source or "value" in one:
            found[one["name"]] = source["key"] if source else one["value"]
    return found


@cache
def pods() -> dict[str, dict[str, str]]:
    """The labels of every process's pods."""
    each = manifests(kind="Deployment") + manifests(kind="Job")
    return {one["metadata"]["name"]: one["spec"]["template"]["metadata"]["labels"] for one in each}


def chosen(selector: Manifest) -> set[str]:
    """The processes whose pods a selector of labels chooses."""
    wanted = selector.get("matchLabels", {}).items()
    listed = selector.get("matchExpressions", ())
    assert all(one["operator"] == "In" for one in listed), json.dumps(selector)
    return {
        name
        for name, labels in pods().items()
        if wanted <= labels.items()
        and all(labels.get(one["key"]) in one["values"] for one in listed)
    }
