"""The file of advisories that is shipped: read when it is asked, written when it is renewed."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path
from typing import Any

from deploy.advisories.known import Advisory, Pin, Span

FILE = Path(__file__).with_name("shipped.json")


@dataclass(frozen=True)
class Shipped:
    """`packages` names every package that was looked up, also those of which nothing is known.

    `as_of`: the day of the latest change that the source had seen.
    """

    source: str
    licence: str
    as_of: date
    packages: Mapping[str, tuple[Advisory, ...]]

    def faults_of(self, pin: Pin) -> list[Advisory]:
        return [one for one in self.packages.get(pin.name, ()) if one.concerns(pin.version)]


def read(file: Path = FILE) -> Shipped:
    """Raises `OSError`, or `ValueError` for a file that is not as it was written."""
    told = json.loads(file.read_text())
    try:
        return Shipped(
            source=told["source"],
            licence=told["licence"],
            as_of=date.fromisoformat(told["as_of"]),
            packages={name: _all(known) for name, known in told["packages"].items()},
        )
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"{file.name} is not as it was written: {error!r}") from error


def write(shipped: Shipped, file: Path = FILE) -> None:
    """One advisory a line, so that a renewal shows line by line what is new."""
    file.write_text(
        "{\n"
        f'"source": {json.dumps(shipped.source)},\n'
        f'"licence": {json.dumps(shipped.licence)},\n'
        f'"as_of": "{shipped.as_of}",\n'
        f'"packages": {{\n{_packages(shipped)}\n}}\n'
        "}\n"
    )


def _packages(shipped: Shipped) -> str:
    return ",\n".join(
        f'"{name}": [' + ",".join(f"\n {json.dumps(_short(one))}" for one in known) + "]"
        for name, known in sorted(shipped.packages.items())
    )


def _short(advisory: Advisory) -> dict[str, Any]:
    told = {name: value for name, value in asdict(advisory).items() if value}
    told["spans"] = [
        {name: value for name, value in asdict(span).items() if value} for span in advisory.spans
    ]
    return told


def _all(known: list[dict[str, Any]]) -> tuple[Advisory, ...]:
    return tuple(
        Advisory(
            id=one["id"],
            aliases=tuple(one.get("aliases", ())),
            published=one["published"],
            modified=one["modified"],
            spans=tuple(Span(**span) for span in one["spans"]),
            versions=tuple(one.get("versions", ())),
        )
        for one in known
    )
