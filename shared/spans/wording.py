"""What a statement does, told without what it holds. Nothing here knows OpenTelemetry."""

import re
from functools import lru_cache

_WORD = re.compile(r"[A-Za-z]+")
_TABLE = re.compile(r'\b(?:FROM|INTO|UPDATE)\s+"?([A-Za-z_]\w*)', re.IGNORECASE)


@lru_cache(maxsize=1_000)
def told(text: str) -> dict[str, str]:
    """The operation and, where it names one, the first table, in OpenTelemetry's words."""
    word, table = _WORD.search(text), _TABLE.search(text)
    found = {"db.operation.name": word.group().upper()} if word else {}
    return found | ({"db.collection.name": table.group(1)} if table else {})


def name(text: str) -> str:
    """`SELECT duels`."""
    return " ".join(told(text).values())
