"""In which order listeners are told of a season: that of the causes, not of the messages.

Messages come doubled, late and out of order. But what one of them says implies what must have
happened before it: a round that has closed was opened. So each tells, with itself, everything it
implies that was not told yet, and a message that comes after that tells nothing more.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from services.gateway.domain.live import LiveEvent

ROUND_STEPS = ("round_opened", "solving_opened", "round_closed")


@dataclass(frozen=True)
class Told:
    """What the listeners of a season know.

    `steps` counts the steps of all rounds in a row (three a round), `tables` maps a round to the
    revision of its table; in a Swiss a round is opened from the table before it.
    """

    season_id: str
    swiss: bool = False
    steps: int = 0
    tables: Mapping[int, int] = field(default_factory=dict)

    @property
    def next_round(self) -> int | None:
        """The round that can open next; None while one is open."""
        rounds, rest = divmod(self.steps, len(ROUND_STEPS))
        return None if rest else rounds + 1


News = tuple[Told, list[LiveEvent]]


def tell_step(told: Told, round: int, step: str) -> News:
    """A round has come to `step`: what there is to tell, and what is told then."""
    target = len(ROUND_STEPS) * (round - 1) + ROUND_STEPS.index(step) + 1
    return _collect(told, _steps_until(told, target))


def tell_table(told: Told, round: int, revision: int = 1) -> News:
    """A round's table is published in `revision`: all revisions not told yet, in order."""
    after_close = max(told.steps, len(ROUND_STEPS) * round)
    steps = _steps_until(told, after_close)
    return _collect(told, steps, tables=[(round, revision)])


def _steps_until(told: Told, target: int) -> list[tuple[int, str]]:
    return [
        (index // len(ROUND_STEPS) + 1, ROUND_STEPS[index % len(ROUND_STEPS)])
        for index in range(told.steps, target)
    ]


def _collect(
    told: Told, steps: list[tuple[int, str]], tables: list[tuple[int, int]] | None = None
) -> News:
    known = dict(told.tables)
    events: list[LiveEvent] = []
    for round, step in steps:
        if told.swiss and step == "round_opened":
            events.extend(_revisions(told.season_id, known, round - 1, 1))
        events.append(LiveEvent(step, {"season_id": told.season_id, "round": round}))
    for round, revision in tables or []:
        events.extend(_revisions(told.season_id, known, round, revision))
    return replace(told, steps=told.steps + len(steps), tables=known), events


def _revisions(
    season_id: str, known: dict[int, int], round: int, newest: int
) -> Iterator[LiveEvent]:
    for revision in range(known.get(round, 0) + 1, newest + 1):
        known[round] = revision
        yield LiveEvent(
            "standings_published", {"season_id": season_id, "round": round, "revision": revision}
        )
