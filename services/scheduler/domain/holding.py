"""Holding a season that its players could not reach, instead of forfeiting everyone."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from services.scheduler.domain.absence import Interval, away_for_more_than_half
from services.scheduler.domain.errors import SeasonNotHeld, SeasonNotRunning
from services.scheduler.domain.season import Season, State, ensure_not_over
from services.scheduler.domain.settings import SeasonSettings


def must_hold(season: Season, phase: Interval, absences: Iterable[Interval]) -> bool:
    """Whether the season is to be held at the end of this phase of its open round.

    It is when the platform was away for more than half of the phase, unless an operator has
    resumed the season at this very end already.
    """
    resumed = season.resumed_end is not None and phase[1] <= season.resumed_end
    return not resumed and away_for_more_than_half(phase, absences)


def hold(season: Season, phase_end: datetime) -> Season:
    """The season held: nothing closes until an operator resumes or postpones it."""
    if season.state != State.RUNNING:
        raise SeasonNotRunning
    return replace(season, held_end=phase_end)


def resume(season: Season) -> Season:
    """The season going on with the times it has: the phase that was held ends now."""
    if season.held_end is None:
        raise SeasonNotHeld
    return replace(season, held_end=None, resumed_end=season.held_end)


def postponed(season: Season, settings: SeasonSettings) -> Season:
    """The season with its postponed settings; a held one goes on, its phase reopened."""
    ensure_not_over(season)
    return replace(season, settings=settings, held_end=None)
