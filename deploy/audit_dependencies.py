"""Asks about known faults of every pinned package: `python -m deploy.audit_dependencies`.

First an advisory service, by pip-audit; of whatever it does not know, or where none answers, the
advisories that are shipped (`deploy/advisories`). Ends with 1 for a known fault that is not in
`ACCEPTED`, and for a package of which the shipped advisories have never heard.
"""

import json
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from deploy.advisories import shipped
from deploy.advisories.known import Pin, pins_of
from deploy.advisories.shipped import Shipped

ROOT = Path(__file__).parents[1]
LOCKS = (ROOT / "requirements.lock", ROOT / "deploy" / "requirements.lock")
SECONDS = 30
RENEW = "python -m deploy.advisories.renew FOLDER"

# Faults that do not hurt here, by any of their names, and why. What is fixed is raised instead.
ACCEPTED: Mapping[str, str] = {}


@dataclass(frozen=True)
class Fault:
    pin: Pin
    names: tuple[str, ...]
    fixed_in: tuple[str, ...]

    def __str__(self) -> str:
        fixed = ", ".join(self.fixed_in) or "no version yet"
        return f"{self.pin}: {', '.join(self.names)}, fixed in {fixed}"

    @property
    def accepted(self) -> str | None:
        """Why it is accepted, if it is."""
        return next((ACCEPTED[name] for name in self.names if name in ACCEPTED), None)


def ask_service(locks: Iterable[Path]) -> tuple[Sequence[Mapping[str, Any]], str]:
    """What an advisory service says of each package; nothing, and why, where none answers."""
    command = [sys.executable, "-m", "pip_audit", "--disable-pip", "--no-deps", "--format", "json"]
    command += ["--progress-spinner", "off", "--timeout", "5"]
    command += [part for lock in locks for part in ("-r", str(lock))]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
        told: Sequence[Mapping[str, Any]] = json.loads(done.stdout)["dependencies"]
    except subprocess.TimeoutExpired:
        return [], f"no answer within {SECONDS} seconds"
    except ValueError:
        lines = done.stderr.strip().splitlines()
        return [], lines[-1][:200] if lines else f"it ended with {done.returncode}"
    known = [one for one in told if "skip_reason" not in one]
    return known, "" if known else "it knows none of the packages"


def audit(
    pins: set[Pin], service: tuple[Sequence[Mapping[str, Any]], str], known: Shipped
) -> tuple[list[Fault], list[str]]:
    """The faults of `pins`, and lines that tell what was asked about them."""
    told, why_not = service
    asked = {Pin(one["name"], one["version"]) for one in told} & pins
    faults = [
        Fault(Pin(one["name"], one["version"]), (one["id"], *one["aliases"]), tuple(one["fixed"]))
        for one in _service_faults(told)
    ]
    rest = sorted(pins - asked)
    faults += [
        Fault(pin, (one.id, *one.aliases), one.fixed_in)
        for pin in rest
        for one in known.faults_of(pin)
    ]
    lines = [f"{len(asked)} packages asked about at an advisory service"]
    if not asked:
        lines = [f"no advisory service answers ({why_not})"]
    if rest:
        days = (datetime.now(UTC).date() - known.as_of).days
        lines.append(
            f"{len(rest)} packages audited against advisories as of {known.as_of}, {days} days old"
        )
    return faults, lines


def report(faults: Iterable[Fault], lines: Iterable[str], strangers: Sequence[str]) -> int:
    """Print what came of it; the exit status."""
    for line in lines:
        print(line)
    hurting = 0
    for fault in faults:
        print(f"{fault} (accepted: {fault.accepted})" if fault.accepted else str(fault))
        hurting += fault.accepted is None
    if strangers:
        print(f"never looked up: {', '.join(strangers)}; renew the advisories: {RENEW}")
    return 1 if hurting or strangers else 0


def main() -> int:
    pins = {pin for lock in LOCKS for pin in pins_of(lock.read_text())}
    try:
        known = shipped.read()
    except (OSError, ValueError) as error:
        print(f"the shipped advisories cannot be read ({error}); renew them: {RENEW}")
        return 1
    strangers = sorted({pin.name for pin in pins} - known.packages.keys())
    return report(*audit(pins, ask_service(LOCKS), known), strangers)


def _service_faults(told: Iterable[Mapping[str, Any]]) -> Iterable[dict[str, Any]]:
    for one in told:
        for fault in one["vulns"]:
            yield {
                "name": one["name"],
                "version": one["version"],
                "id": fault["id"],
                "aliases": fault.get("aliases", ()),
                "fixed": fault["fix_versions"],
            }


if __name__ == "__main__":
    sys.exit(main())
