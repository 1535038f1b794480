"""What the clock has to do for a season next, and when.

Each deadline is a stored instant. After a downtime they are worked off in their order.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from services.scheduler.domain.calendar import RoundTimes
from services.scheduler.domain.season import Season, State


class Kind(StrEnum):
    """What happens at a deadline."""

    REGISTRATION_OPENS = "registration_opens"
    REGISTRATION_CLOSES = "registration_closes"
    SOLVING_OPENS = "solving_opens"
    ROUND_CLOSES = "round_closes"


@dataclass(frozen=True)
class Deadline:
    """An instant at which something is to happen."""

    at: datetime
    kind: Kind


@dataclass(frozen=True)
class FollowingRound:
    """The round after the last closed one; its times are None before a timed one is announced."""

    times: RoundTimes | None
    paired: bool
    solving_opened: bool


def next_deadline(season: Season, following: FollowingRound | None) -> Deadline | None:
    """The season's next deadline; None while it waits for something else or is over.

    A held season waits for an operator, and no round begins before it is paired.
    """
    settings = season.settings
    if season.state == State.DRAFT:
        return Deadline(settings.registration_opens_at, Kind.REGISTRATION_OPENS)
    if season.state == State.REGISTRATION:
        return Deadline(settings.registration_closes_at, Kind.REGISTRATION_CLOSES)
    if season.state != State.RUNNING or season.held_end is not None or following is None:
        return None
    return _end_of_phase(following)


def _end_of_phase(following: FollowingRound) -> Deadline | None:
    if following.times is None or not following.paired:
        return None
    if not following.solving_opened:
        return Deadline(following.times.solving_from, Kind.SOLVING_OPENS)
    return Deadline(following.times.closes_at, Kind.ROUND_CLOSES)
