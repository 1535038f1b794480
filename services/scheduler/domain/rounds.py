"""How many rounds a season has, which leg a round belongs to and what state it is in."""

from datetime import datetime
from enum import StrEnum

from services.scheduler.domain.calendar import RoundTimes
from services.scheduler.domain.settings import Format


class RoundState(StrEnum):
    SCHEDULED = "scheduled"
    PREPARING = "preparing"
    SOLVING = "solving"
    CLOSED = "closed"


def number_of_rounds(
    season_format: Format, participants: int, swiss_rounds: int | None = None
) -> int:
    """The number of rounds for at least two participants, fixed at the close of registration.

    A double round robin has two legs. A Swiss has `swiss_rounds` or else as many as single
    a winner out, ceil(log2 N), but never more than a leg of round robin.
    """
    if participants < 2:
        raise ValueError("nobody meets anybody with fewer than two participants")
    leg = rounds_of_a_leg(participants)
    if season_format == Format.DOUBLE_ROUND_ROBIN:
        return 2 * leg
    return min(leg, swiss_rounds or (participants - 1).bit_length())


def rounds_of_a_leg(participants: int) -> int:
    """Everyone meets everyone once: N-1 rounds, or N with a bye each where N is odd."""
    return participants if participants % 2 else participants - 1


def leg(season_format: Format, number: int, rounds: int) -> int | None:
    """The leg, 1 or 2, of round `number` out of `rounds`; none in a Swiss."""
    if season_format == Format.SWISS:
        return None
    return 1 if number <= rounds // 2 else 2


def round_state(
    times: RoundTimes | None,
    now: datetime,
    *,
    paired: bool,
    closed: bool,
    held_end: datetime | None = None,
) -> RoundState:
    """The state of a round, `times` being None before a timed one is announced.

    Nothing begins before it is paired, and a round is closed once that has been recorded, not
    by the clock alone. While the season is held at the end of a phase (`held_end`), that
    phase goes on.
    """
    if closed:
        return RoundState.CLOSED
    if times is None or not paired or not _begun(times.preparing_from, now, held_end):
        return RoundState.SCHEDULED
    if not _begun(times.solving_from, now, held_end):
        return RoundState.PREPARING
    return RoundState.SOLVING


def _begun(at: datetime, now: datetime, held_end: datetime | None) -> bool:
    return at <= now and (held_end is None or at < held_end)


def current_round(closed: int, following: RoundState | None) -> int | None:
    """The number of the round that has begun, else of the last closed one; None before round 1.

    `closed` is the last round that closed in its course (0: none) and `following` the state of
    the one after it, if there is one: closed too where a season was cancelled in it.
    """
    if following not in (None, RoundState.SCHEDULED):
        return closed + 1
    return closed or None
