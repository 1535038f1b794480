"""What the full deployment needs beside the defaults, and what it refuses to start with."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

from shared.events.catalogue import ALL_SERVICES
from shared.settings import PREFIX, BadSetting, Settings, read_environment

SHORTEST_SECRET = 32
SHORTEST_PASSWORD = 12
FEWEST_LETTERS = 6
WORKER_PORT = 9100
_WELL_KNOWN = ("change", "secret", "passw", "example", "default", "insecure", "guest", "justa")


def full_settings(service: str, needed: Sequence[str], **overrides: Any) -> Settings:
    """The settings of one process of `service`; `needed` names the fields it cannot do without.

    Raises `BadSetting`, which names the variable, for what is missing, and outside development
    for secrets that are short or that anybody would try first.
    """
    found = {**read_environment(service), **overrides}
    for name in needed:
        if not found.get(name):
            raise BadSetting(f"{_variable(name)} is not set")
    found["data"] = Path(found.get("data") or "data").absolute()
    settings = Settings(**{**found, "secret": found.get("secret") or ""})
    if settings.service_urls:
        service_urls(settings.service_urls)
    if settings.clock == "manual":
        raise BadSetting("JUSTA_CLOCK: the clock is moved by hand in the embedded set-up alone")
    if not settings.development:
        if not settings.rate_limits:
            raise BadSetting("JUSTA_RATE_LIMITS: limits are off in the embedded set-up alone")
        _refuse_weak_secrets(settings)
    return _with_urls(settings, service)


def ops_port(settings: Settings) -> int:
    """Where a worker, which has no other port, tells health and metrics."""
    return WORKER_PORT if settings.metrics_port is None else settings.metrics_port


def service_urls(given: str) -> dict[str, str]:
    """Where the gateway finds each other service: `given` is a pattern with `{service}`, or
    `match=http://…,ladder=http://…`. Raises `BadSetting` for a service that is left out.
    """
    others = [name for name in ALL_SERVICES if name != "gateway"]
    if "=" not in given:
        return {name: given.replace("{service}", name) for name in others}
    listed = dict(one.strip().split("=", 1) for one in given.split(",") if "=" in one)
    missing = [name for name in others if not listed.get(name)]
    if missing:
        raise BadSetting(f"JUSTA_SERVICE_URLS does not say where {missing[0]} is")
    return {name: listed[name] for name in others}


def _with_urls(settings: Settings, service: str) -> Settings:
    """The service's own URLs, with their passwords in them."""
    return replace(
        settings,
        database_url=_completed(settings.database_url, settings.database_password, service),
        broker_url=_completed(settings.broker_url, settings.broker_password, service),
        demo=False,
    )


def _completed(url: str | None, password: str | None, service: str) -> str | None:
    if url is None:
        return None
    parts = urlsplit(url.replace("{service}", service))
    if password:
        user, host = parts.username or service, parts.netloc.rpartition("@")[2]
        parts = parts._replace(netloc=f"{user}:{quote(password, safe='')}@{host}")
    return parts.geturl()


def _refuse_weak_secrets(settings: Settings) -> None:
    if settings.secret:
        _refuse_weak("secret", settings.secret, SHORTEST_SECRET)
    if settings.other_secret:
        _refuse_weak("other_secret", settings.other_secret, SHORTEST_SECRET)
    for name in ("database", "broker"):
        url, password = getattr(settings, f"{name}_url"), getattr(settings, f"{name}_password")
        if url is not None:
            given = password or urlsplit(url).password
            _refuse_weak(f"{name}_password", given or "", SHORTEST_PASSWORD)
    if settings.operator_password is not None:
        _refuse_weak("operator_password", settings.operator_password, SHORTEST_PASSWORD)


def _refuse_weak(name: str, given: str, shortest: int) -> None:
    variable = _variable(name)
    if not given:
        raise BadSetting(f"{variable} is not set")
    if len(given) < shortest:
        raise BadSetting(f"{variable} is too short: at least {shortest} characters, all drawn")
    if len(set(given)) < FEWEST_LETTERS or given.lower().startswith(_WELL_KNOWN):
        raise BadSetting(f"{variable} is one that anybody would try; draw another one")


def _variable(name: str) -> str:
    return PREFIX + name.upper()
