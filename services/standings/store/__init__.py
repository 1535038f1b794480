"""Between rows and the domain's values: the only place that knows both."""

from services.standings.store import (
    acts,
    facts,
    looks,
    participants,
    published,
    results,
    rounds,
    seasons,
)

__all__ = [
    "acts",
    "facts",
    "looks",
    "participants",
    "published",
    "results",
    "rounds",
    "seasons",
]
