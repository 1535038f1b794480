"""Asks an advisory service about every pinned package: `python -m deploy.audit_dependencies`.

Ends with 1 if a known fault is in one of them. Where no such service answers it says so plainly,
and ends with 0: nobody without a network is kept from working.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

LOCK = Path(__file__).parents[1] / "requirements.lock"
SECONDS = 120


def audit(lock: Path) -> tuple[dict[str, Any] | None, str]:
    """What was found, or None and why nothing could be asked."""
    command = [sys.executable, "-m", "pip_audit", "-r", str(lock), "--disable-pip", "--no-deps"]
    command += ["--format", "json", "--progress-spinner", "off", "--timeout", "10"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return None, f"no answer within {SECONDS} seconds"
    try:
        return json.loads(done.stdout), ""
    except ValueError:
        lines = done.stderr.strip().splitlines()
        return None, lines[-1][:200] if lines else f"it ended with {done.returncode}"


def report(found: dict[str, Any] | None, why_not: str) -> int:
    """Print what came of it; the exit status."""
    if found is None:
        print(f"NOT AUDITED: no advisory service answers ({why_not})")
        return 0
    packages = found["dependencies"]
    faulty = [one for one in packages if one.get("vulns")]
    unknown = [one["name"] for one in packages if "skip_reason" in one]
    for one in faulty:
        for fault in one["vulns"]:
            fixed = ", ".join(fault["fix_versions"]) or "no version yet"
            print(f"{one['name']} {one['version']}: {fault['id']}, fixed in {fixed}")
    if packages and len(unknown) == len(packages):
        print("NOT AUDITED: what answers here knows nothing about any of the packages")
        return 0
    if unknown:
        print(f"NOT AUDITED, unknown to the service: {', '.join(unknown)}")
    print(f"{len(packages) - len(unknown)} packages asked about, {len(faulty)} with known faults")
    return 1 if faulty else 0


if __name__ == "__main__":
    sys.exit(report(*audit(LOCK)))
