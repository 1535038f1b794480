"""Are the settings readable, and does every `JUSTA_…` variable mean something."""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Any

from services.app.doctor.finding import Finding, good, note, wrong
from shared.settings import (
    PREFIX,
    BadSetting,
    Settings,
    known_variables,
    read_environment,
)


def check_settings(environment: Mapping[str, str]) -> Iterator[Finding]:
    known = known_variables()
    given = sorted(name for name in environment if name.startswith(PREFIX))
    for name in given:
        if name not in known:
            yield note("settings", f"{name} means nothing to Justa", _nearest(name, list(known)))
    try:
        read_environment()
    except BadSetting as error:
        yield wrong("settings", str(error), "correct the variable, or unset it for its default")
    else:
        used = [name for name in given if name in known]
        yield good("settings", ", ".join(used) or "all at their defaults")


def settings_as_far_as_readable(overrides: Mapping[str, object]) -> dict[str, Any]:
    """What is set, without making anything; the defaults alone where that cannot be read."""
    try:
        found = read_environment()
    except BadSetting:
        found = {}
    given = {name: value for name, value in overrides.items() if value is not None}
    defaults = {"data": "data", "host": Settings.host, "port": Settings.port, "secret": None}
    return {**defaults, **found, **given}


def _nearest(name: str, known: list[str]) -> str:
    near = get_close_matches(name, known, n=1, cutoff=0.6)
    return f"did you mean {near[0]}?" if near else "README.md lists those that do"
