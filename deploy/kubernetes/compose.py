"""What Justa's processes are, read from the Compose file: the one place that says it.

Whatever is interpolated there without a default has to be drawn by the operator: it is secret, or
at least no one's but theirs, and comes from the cluster's Secret. All the rest is a setting.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from shared.settings import known_variables

FILE = Path(__file__).parents[2] / "docker-compose.yml"
# These come from outside a cluster, with what makes their definitions.
SERVERS = frozenset({"postgres", "rabbitmq", "definitions"})
_VARIABLE = re.compile(r"\$\{(?P<name>\w+)(?::(?P<kind>[-?])(?P<rest>[^}]*))?\}")
_UNITS = {"m": "Mi", "g": "Gi"}


class NotUnderstood(ValueError):
    """The Compose file says something that has no meaning here; the message says what."""


@dataclass(frozen=True)
class Process:
    """One of Compose's services. `drawn` maps a variable to its name in the Secret.

    `health` is what the health check asks, as `PORT` or a whole address. Times are in seconds.
    """

    name: str
    image: str
    command: tuple[str, ...]
    arguments: tuple[str, ...]
    settings: Mapping[str, str]
    drawn: Mapping[str, str]
    health: str
    start_seconds: int
    stop_seconds: int
    memory: str

    @property
    def kind(self) -> str:
        """`web`, `worker`, `stream`, `edge` or `migrate`."""
        if self.name == "nginx":
            return "edge"
        return self.arguments[0] if self.arguments else self.name

    @property
    def service(self) -> str:
        """The service of Justa that it is of; for those of none, their own kind."""
        return self.name.rpartition("-")[0] or self.kind


def processes(text: str) -> list[Process]:
    """All processes of a Compose file, but for the servers; raises `NotUnderstood`."""
    told = yaml.safe_load(text)["services"]
    return [_process(name, one) for name, one in told.items() if name not in SERVERS]


def settings_of_all(every: Iterable[Process]) -> dict[str, str]:
    """The settings that all processes with settings have alike."""
    each = [process.settings.items() for process in every if process.settings]
    return dict(entry for entry in each[0] if all(entry in other for other in each))


def is_secret(variable: str) -> bool:
    """Whether a variable's value can come in a file, as secrets should; a library's cannot."""
    setting = known_variables().get(variable)
    return bool(setting and setting.metadata.get("secret"))


def _process(name: str, told: Mapping[str, Any]) -> Process:
    environment = {key: str(value) for key, value in told.get("environment", {}).items()}
    drawn = {key: found for key, value in environment.items() if (found := _drawn(key, value))}
    check = told.get("healthcheck", {})
    return Process(
        name=name,
        image=_filled(str(told["image"])),
        command=tuple(told.get("entrypoint", ())),
        arguments=tuple(map(str, told.get("command", ()))),
        settings={key: _filled(value) for key, value in environment.items() if key not in drawn},
        drawn=drawn,
        health=str(check["test"][-1]) if check else "",
        start_seconds=_seconds(check.get("start_period", "0s")),
        stop_seconds=_seconds(told["stop_grace_period"]),
        memory=told["mem_limit"][:-1] + _UNITS[told["mem_limit"][-1]],
    )


def _drawn(key: str, value: str) -> str | None:
    """The name under which a value is drawn; None if it is a setting."""
    found = _VARIABLE.fullmatch(value)
    if found is None or (found["kind"] == "-" and not is_secret(key)):
        return None
    return found["name"]


def _filled(value: str) -> str:
    """A value with the defaults of what is interpolated; raises `NotUnderstood` without one."""

    def fill(found: re.Match[str]) -> str:
        if found["kind"] != "-":
            raise NotUnderstood(f"{value}: {found['name']} has no default")
        return str(found["rest"])

    return _VARIABLE.sub(fill, value)


def _seconds(told: str) -> int:
    if not re.fullmatch(r"\d+s", told):
        raise NotUnderstood(f"{told}: not in seconds")
    return int(told[:-1])
