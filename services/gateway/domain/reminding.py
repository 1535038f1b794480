"""When players are reminded of what, in the course of a round."""

from dataclasses import dataclass
from datetime import datetime, timedelta

CODE, SOLVING, DEADLINE, LADDER_ENDING = "code", "solving", "deadline", "ladder_ending"
STEPS = (CODE, SOLVING, DEADLINE)
DONE = len(STEPS)
# Nobody reads mail in time for less; and whoever plays rounds of minutes is there anyway.
SHORTEST_PHASE = timedelta(hours=4)
LONGEST_LEAD = timedelta(hours=6)
LADDER_LEAD = timedelta(hours=24)


@dataclass(frozen=True)
class Times:
    """The instants of a round, null while they are not known."""

    preparing_from: datetime | None
    solving_from: datetime | None
    closes_at: datetime | None


def next_due(step: int, times: Times) -> tuple[int, datetime | None]:
    """The first of the reminders from `step` on that is worth sending, and when it is due.

    None: not known yet, or all are done (`DONE`).
    """
    while step < DONE:
        begins, ends = _phase(step, times)
        if begins is None or ends is None:
            return step, None
        if ends - begins >= SHORTEST_PHASE:
            return step, _due(step, begins, ends)
        step += 1
    return step, None


def until(step: int, times: Times) -> datetime | None:
    """From when on the reminder would come too late."""
    return _phase(step, times)[1]


def _phase(step: int, times: Times) -> tuple[datetime | None, datetime | None]:
    if STEPS[step] == CODE:
        return times.preparing_from, times.solving_from
    return times.solving_from, times.closes_at


def _due(step: int, begins: datetime, ends: datetime) -> datetime:
    """At the beginning of solving; else when a quarter of the phase, or 6 hours, are left."""
    if STEPS[step] == SOLVING:
        return begins
    return ends - min(LONGEST_LEAD, (ends - begins) / 4)


def is_needed(kind: str, you: dict[str, object]) -> bool:
    """Whether somebody whose side of the match is `you` still has to be told."""
    if kind == CODE:
        return not you.get("code_confirmed")
    return not you.get("solved") and you.get("attempts_left") != 0
