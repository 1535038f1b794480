"""Was the platform itself away for more than half of a phase?

Then the season is held at the end of that phase instead of forfeiting everyone who could not
reach it.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

Interval = tuple[datetime, datetime]
"""From the first instant to the last, the last excluded."""


def away_for_more_than_half(phase: Interval, absences: Iterable[Interval]) -> bool:
    """Whether the absences, overlapping or not, cover more than half of the phase.

    Exactly half is not enough to hold a season.
    """
    start, end = phase
    return 2 * time_away(phase, absences) > end - start


def time_away(phase: Interval, absences: Iterable[Interval]) -> timedelta:
    """How much of the phase the absences cover, each moment counted once."""
    start, end = phase
    away = timedelta()
    counted_to = start
    for begins, ends in sorted(absences):
        begins, ends = max(begins, counted_to), min(ends, end)
        if begins < ends:
            away += ends - begins
            counted_to = ends
    return away
