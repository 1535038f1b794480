"""The whole check-up in its order: the program, its settings, its surroundings, its data."""

import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from services.app.doctor.data import check_databases, check_folder, check_secret
from services.app.doctor.finding import Finding, wrong
from services.app.doctor.machine import check_address, check_clock, check_disk, check_zones
from services.app.doctor.program import check_packages, check_python
from services.app.doctor.variables import check_settings, settings_as_far_as_readable


def run_checks(
    overrides: Mapping[str, object], environment: Mapping[str, str] = os.environ
) -> Iterator[Finding]:
    """All findings, as they come; `overrides` are settings from the command line."""
    yield from _guarded("Python", check_python)
    yield from _guarded("packages", check_packages)
    yield from _guarded("settings", lambda: check_settings(environment))
    settings = settings_as_far_as_readable(overrides)
    data = Path(settings["data"] or "data").absolute()
    yield from _guarded("clock", lambda: check_clock(data))
    yield from _guarded("time zones", check_zones)
    yield from _guarded("data folder", lambda: check_folder(data))
    yield from _guarded("disk", lambda: check_disk(data))
    yield from _guarded("port", lambda: check_address(settings["host"], settings["port"], data))
    yield from _guarded("secret", lambda: check_secret(data, settings["secret"]))
    yield from _guarded("databases", lambda: check_databases(data))


def _guarded(about: str, check: Callable[[], Iterator[Finding]]) -> Iterator[Finding]:
    """A check that itself fails is a finding too, and keeps none of the others from running."""
    try:
        yield from check()
    except Exception as error:
        yield wrong(about, f"cannot be checked: {error!r}", "mend that, then look again")
