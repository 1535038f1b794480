"""Is the program itself whole: Python, and every package that it stands on."""

import re
import sys
from collections.abc import Iterator
from importlib import import_module, metadata
from pathlib import Path

from packaging.markers import Marker
from packaging.requirements import Requirement

from services.app.doctor.finding import Finding, good, wrong

OLDEST_PYTHON = (3, 11)
LOCK = Path(__file__).parents[3] / "requirements.lock"
_SET_UP = "run `make setup` (after `rm -rf .venv` if that does not help)"
_PINNED = re.compile(r"^([A-Za-z0-9._-]+)==(\S+)(?: ; (.+?))? \\$", re.MULTILINE)


def check_python() -> Iterator[Finding]:
    version = ".".join(map(str, sys.version_info[:3]))
    if sys.version_info < OLDEST_PYTHON:
        yield wrong("Python", version, "Justa needs 3.11 or newer: make PYTHON=/path/to/it setup")
    else:
        yield good("Python", version)


def check_packages(lock: Path = LOCK) -> Iterator[Finding]:
    """Everything Justa needs is installed in the version of the lock, and the program loads."""
    needed, faults = needed_packages("justa"), []
    pinned = pinned_versions(lock.read_text()) if lock.exists() else {}
    for name in sorted(needed):
        installed, wanted = installed_version(name), pinned.get(name)
        if installed is None:
            faults.append(f"{name} is missing")
        elif wanted and installed != wanted:
            faults.append(f"{name} is {installed}, not {wanted}")
    faults += _load_faults() if not faults else []
    if faults:
        yield wrong("packages", "; ".join(faults), _SET_UP)
    else:
        yield good("packages", f"{len(needed)}, all as pinned")


def pinned_versions(lock: str) -> dict[str, str]:
    """Name to version, of the lines of a lock file that are for this Python and machine."""
    return {
        _normal(name): version
        for name, version, marker in _PINNED.findall(lock)
        if not marker or Marker(marker).evaluate()
    }


def needed_packages(root: str) -> set[str]:
    """The packages that `root` needs to run, and those that they need."""
    needed: set[str] = set()
    to_look_at = [root]
    while to_look_at:
        for requirement in map(Requirement, _requirements(to_look_at.pop())):
            name = _normal(requirement.name)
            if name not in needed and _applies(requirement):
                needed.add(name)
                to_look_at.append(name)
    return needed


def installed_version(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def _requirements(name: str) -> list[str]:
    return [] if installed_version(name) is None else metadata.requires(name) or []


def _applies(requirement: Requirement) -> bool:
    return requirement.marker is None or requirement.marker.evaluate({"extra": ""})


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _load_faults() -> list[str]:
    try:
        import_module("services.app.platform")
    except Exception as error:
        return [f"the program does not load: {error!r}"]
    return []
