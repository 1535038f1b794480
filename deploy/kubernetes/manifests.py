"""The manifests of the processes: forms of YAML, filled with what is known of each process."""

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from string import Template
from typing import Any

import yaml

from deploy.kubernetes.compose import NotUnderstood, Process, processes, settings_of_all
from deploy.kubernetes.network import port_of, reached_by, reaching
from deploy.kubernetes.pods import facts_of

KINDS = Path(__file__).parent / "kinds"
FORMS: Mapping[str, Sequence[str]] = {
    "web": ("deployment", "service", "autoscaler", "budget", "policy"),
    "worker": ("deployment", "autoscaler", "budget", "policy"),
    # What a stream has to do is not seen by its processor: it is full at JUSTA_STREAMS.
    "stream": ("deployment", "service", "budget", "policy"),
    "edge": ("deployment", "service", "autoscaler", "budget", "policy"),
    "migrate": ("job", "policy"),
}
# Pods of a process at the most; more connections than docs/operations.md says are never open.
MOST = {"web": 4, "worker": 3, "edge": 4}
MOST_GATEWAYS = 6
STREAMS = 2
_HEAD = "# Written by `make docs` from docker-compose.yml and deploy/kubernetes/kinds.\n"


def base_files(compose: str) -> dict[str, str]:
    """The generated files of `base` by name; raises `NotUnderstood`."""
    every = processes(compose)
    common = settings_of_all(one for one in every if one.kind not in ("edge", "migrate"))
    files = {"settings.env": _settings(common), "gateway.env": _settings(_own(every, common))}
    for service in dict.fromkeys(process.service for process in every):
        own = [process for process in every if process.service == service]
        files[f"{service}.yaml"] = _HEAD + "---\n".join(
            yaml.safe_dump(one, sort_keys=False, width=100)
            for process in own
            for one in manifests_of(process, every)
        )
    return files


def manifests_of(process: Process, every: Sequence[Process]) -> list[dict[str, Any]]:
    """Everything that Kubernetes is told of a process. The edge is called so here."""
    facts = {
        "name": process.name,
        "port": port_of(process) if process.health else None,
        "replicas": STREAMS if process.kind == "stream" else None,
        "most": _most(process),
        "ingress": reached_by(process, every),
        "egress": reaching(process, every),
        **facts_of(process),
    }
    facts["pod"] = _filled("edge" if process.kind == "edge" else "pod", facts)
    return [_filled(form, facts) for form in FORMS[process.kind]]


def _most(process: Process) -> int | None:
    front = process.service == "gateway" and process.kind == "web"
    return MOST_GATEWAYS if front else MOST.get(process.kind)


def _own(every: Iterable[Process], common: Mapping[str, str]) -> dict[str, str]:
    """The settings of the gateway alone; raises `NotUnderstood` if others have some, too."""
    own: dict[str, str] = {}
    for process in every:
        more = dict(process.settings.items() - common.items())
        if more and process.service != "gateway":
            raise NotUnderstood(f"{process.name} has settings of its own: {', '.join(more)}")
        own |= {name: value for name, value in process.settings.items() if name in more}
    return own


def _settings(settings: Mapping[str, str]) -> str:
    return _HEAD + "".join(f"{name}={value}\n" for name, value in settings.items())


def _filled(form: str, facts: Mapping[str, Any]) -> Any:
    """A form with facts in the places of their names. JSON is YAML, so any value fits."""
    text = Template((KINDS / f"{form}.yaml").read_text())
    return _present(yaml.safe_load(text.substitute({k: json.dumps(v) for k, v in facts.items()})))


def _present(value: Any) -> Any:
    """A value without the entries that are None."""
    if isinstance(value, dict):
        return {key: _present(one) for key, one in value.items() if one is not None}
    return [_present(one) for one in value] if isinstance(value, list) else value
