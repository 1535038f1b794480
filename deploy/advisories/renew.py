"""Makes `shipped.json` anew: `python -m deploy.advisories.renew FOLDER`.

`FOLDER` is a checkout of the Python Packaging Advisory Database (see `SOURCE`), or any folder of
its records in the form of OSV, as YAML or JSON. Every package of both locks is looked up. Of each
record only facts are kept: names, versions and days.
"""

import json
import sys
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Any

import yaml

from deploy.advisories.known import Advisory, advisories_in, pins_of
from deploy.advisories.shipped import FILE, Shipped, write
from deploy.audit_dependencies import LOCKS

SOURCE = "Python Packaging Advisory Database, https://github.com/pypa/advisory-database"
LICENCE = "CC-BY-4.0"


def records(folder: Path) -> Iterator[Mapping[str, Any]]:
    """Every record below a folder; raises `ValueError` for a file that cannot be read as one."""
    for file in sorted(folder.rglob("*")):
        if file.suffix not in (".yaml", ".json"):
            continue
        try:
            text = file.read_text()
            told = json.loads(text) if file.suffix == ".json" else yaml.safe_load(text)
        except (ValueError, yaml.YAMLError) as error:
            raise ValueError(f"{file} cannot be read: {error}") from error
        if isinstance(told, dict) and "affected" in told:
            yield told


def renewed(folder: Path, packages: set[str]) -> Shipped:
    """What a folder of records knows of some packages; raises `ValueError` if it holds none."""
    known: dict[str, dict[str, Advisory]] = {name: {} for name in packages}
    latest = ""
    for record in records(folder):
        latest = max(latest, str(record["modified"])[:10])
        for name, advisory in advisories_in(record):
            if name in known:
                known[name][advisory.id] = advisory
    if not latest:
        raise ValueError(f"{folder} holds no advisories")
    in_order = {name: tuple(found[one] for one in sorted(found)) for name, found in known.items()}
    return Shipped(SOURCE, LICENCE, date.fromisoformat(latest), in_order)


def main(folder: str) -> None:
    packages = {pin.name for lock in LOCKS for pin in pins_of(lock.read_text())}
    shipped = renewed(Path(folder), packages)
    write(shipped)
    number = sum(map(len, shipped.packages.values()))
    print(f"{FILE.name}: {number} advisories of {len(packages)} packages, as of {shipped.as_of}")


if __name__ == "__main__":
    main(*sys.argv[1:])
