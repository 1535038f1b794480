"""A season's life: draft → registration → running → finished, or cancelled.

Each function takes the season as it is and answers what it becomes, or raises why not. What
decides are the season's stored instants and the `now` that the caller read under its lock.
"""

from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from services.scheduler.domain.errors import SeasonNotRunning, SeasonOver
from services.scheduler.domain.settings import Format, SeasonSettings


class State(StrEnum):
    DRAFT = "draft"
    REGISTRATION = "registration"
    RUNNING = "running"
    FINISHED = "finished"
    CANCELLED = "cancelled"


@dataclass(frozen=True)
class Season:
    """Where a season stands.

    `rounds` is fixed at the close of registration; `paired` and `closed` are the last rounds
    that were drawn and that ended, 0 before the first. `held_end` is the end of the phase at
    which the season is held; ends up to `resumed_end` were let pass by an operator.
    """

    state: State
    settings: SeasonSettings
    rounds: int | None = None
    paired: int = 0
    closed: int = 0
    held_end: datetime | None = None
    resumed_end: datetime | None = None
    cancel_reason: str | None = None

    @property
    def is_over(self) -> bool:
        """Whether nothing can change the season's course any more."""
        return self.state in (State.FINISHED, State.CANCELLED)


def cancel(season: Season, reason: str) -> Season:
    """The season cancelled for that public reason; raises `SeasonOver`."""
    ensure_not_over(season)
    return replace(season, state=State.CANCELLED, cancel_reason=reason, held_end=None)


def ensure_not_over(season: Season) -> None:
    """Raise `SeasonOver` where nothing can change the season's course any more."""
    if season.is_over:
        raise SeasonOver


def ensure_can_disqualify(season: Season) -> None:
    """Raise `SeasonNotRunning` before the list of participants closes and after a cancelling."""
    if season.state not in (State.RUNNING, State.FINISHED):
        raise SeasonNotRunning


def paired_rounds(season: Season) -> int:
    """The last round that counts as paired.

    In a round robin, round n+1 does once round n has closed, and round 1 from the close of
    registration; in a Swiss, a round does once it is drawn.
    """
    if season.settings.format == Format.SWISS or season.rounds is None:
        return season.paired
    return min(season.closed + 1, season.rounds)


def out_from_round(season: Season) -> int:
    """The first round that someone who withdraws now is out of: the first not yet paired."""
    return paired_rounds(season) + 1


def round_to_pair(season: Season) -> int | None:
    """The round whose turn it is to be drawn, none while one is open or none is left."""
    if season.state != State.RUNNING or season.paired != season.closed:
        return None
    return season.paired + 1 if season.paired < (season.rounds or 0) else None


def round_paired(season: Season) -> Season:
    """The season with its next round drawn; a round robin is drawn ahead of the rounds played."""
    whole_calendar = season.settings.format == Format.DOUBLE_ROUND_ROBIN
    left = season.state == State.RUNNING and season.paired < (season.rounds or 0)
    if not left or (season.paired != season.closed and not whole_calendar):
        raise SeasonNotRunning("No round is to be paired now.")
    return replace(season, paired=season.paired + 1)


def round_closed(season: Season) -> Season:
    """The season with its open round over; it runs on until the last table is out."""
    if season.state != State.RUNNING or season.closed >= season.paired:
        raise SeasonNotRunning("No round is open.")
    return replace(season, closed=season.closed + 1)


def following_round(season: Season) -> int | None:
    """The round after the last closed one, whether it has begun or not; none if none is left."""
    if season.state != State.RUNNING or season.closed >= (season.rounds or 0):
        return None
    return season.closed + 1


def finish_if_deserted(season: Season, still_in: int) -> Season:
    """The season finished if fewer than two players are in for the following round.

    Whoever leaves stays in for a round that counts as paired, so an open round is played out.
    """
    return finish(season) if following_round(season) is not None and still_in < 2 else season


def finish_if_played(season: Season, table_after: int) -> Season:
    """The season finished if the table that is out now is that of its last round."""
    played = season.state == State.RUNNING and season.closed == season.rounds
    return finish(season) if played and table_after == season.rounds else season


def finish(season: Season) -> Season:
    """The season over by its own course."""
    return replace(season, state=State.FINISHED, held_end=None)
