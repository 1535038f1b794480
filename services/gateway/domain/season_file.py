"""The file of a whole season: its form, and the digest by which it is known to be whole.

The digest covers every value of the file but itself, however the JSON is laid out: each part and
each item of a list is one line of JSON (keys sorted, no spaces, ASCII alone), in the file's order.
"""

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

FORMAT = "justa-season/1"
LISTS = ("participants", "departures", "rounds", "matches", "acts", "tables")
"""The file's lists in their order, after `format` and `season` and before `digest`."""


class SeasonDigest:
    """Takes the parts of a file in their order."""

    def __init__(self) -> None:
        self._hash = sha256()

    def add(self, part: str, value: Any) -> None:
        line = json.dumps([part, value], sort_keys=True, separators=(",", ":"))
        self._hash.update(line.encode("ascii") + b"\n")

    def hexdigest(self) -> str:
        return self._hash.hexdigest()


def digest_of(file: Mapping[str, Any]) -> str:
    """The digest that a file should have; raises KeyError or TypeError where a part is missing."""
    digest = SeasonDigest()
    for part in ("format", "season"):
        digest.add(part, file[part])
    for part in LISTS:
        for item in file[part]:
            digest.add(part, item)
    return digest.hexdigest()
