"""What the scheduler tells, with defaults: rounds of two hours, an hour for each phase."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from shared.events.catalogue import (
    ClueSettings,
    GameSettings,
    PairedMatch,
    ParticipantDisqualified,
    ParticipantWithdrawn,
    PointValues,
    RegistrationClosed,
    RoundClosed,
    RoundPaired,
    RoundTimes,
    SeasonAnnounced,
    SeasonCancelled,
    SeasonChanged,
    SeasonFinished,
    SolvingOpened,
)

START = datetime(2026, 3, 28, 23, tzinfo=UTC)
HOUR = timedelta(hours=1)
TICK = timedelta(microseconds=1)
SOLVING = START + HOUR
CLOSE = START + 2 * HOUR

GAME = GameSettings(code_length=4, symbols=6, repeats=True, max_attempts=3)
CLUES = ClueSettings(unlock_after_attempts=1, limit=2, aura_cost=5)
POINTS = PointValues(win=3, draw=1, loss=0, bye=3)


def times(number: int = 1, *, later: timedelta = timedelta(), announced: bool = True) -> RoundTimes:
    """The times of a round; rounds follow each other without a break."""
    start = START + (number - 1) * 2 * HOUR + later
    instants = (start, start + HOUR, start + 2 * HOUR) if announced else (None, None, None)
    return RoundTimes(
        round=number,
        preparing_from=instants[0],
        solving_from=instants[1],
        closes_at=instants[2],
    )


def announced(season: str = "s1") -> SeasonAnnounced:
    return SeasonAnnounced(
        season_id=season,
        name="Spring",
        format="double_round_robin",
        time_zone="UTC",
        points=POINTS,
        game=GAME,
        clues=CLUES,
    )


def registration_closed(rounds: int = 6, season: str = "s1") -> RegistrationClosed:
    return RegistrationClosed(
        season_id=season,
        format="double_round_robin",
        points=POINTS,
        rounds=rounds,
        participants=(),
        page=1,
        pages=1,
        revision=1,
    )


def paired(
    number: int = 1,
    matches: Sequence[PairedMatch] | None = None,
    *,
    season: str = "s1",
    clues: ClueSettings | None = CLUES,
    **changes: Any,
) -> RoundPaired:
    """A round of Ana against Bea (m1, m2 …, by the number of the round) unless said otherwise."""
    if matches is None:
        matches = [PairedMatch(match_id=f"m{number}", first="ana", second="bea")]
    fields: dict[str, Any] = {
        "season_id": season,
        "round": number,
        "leg": 1,
        "times": times(number),
        "times_revision": 0,
        "points": POINTS,
        "game": GAME,
        "clues": clues,
        "bye": None,
        "optimal": None,
        "matches": tuple(matches),
        "matches_in_round": len(matches),
        "page": 1,
        "pages": 1,
        "revision": 1,
    }
    return RoundPaired(**{**fields, **changes})


def solving_opened(number: int = 1, season: str = "s1") -> SolvingOpened:
    return SolvingOpened(season_id=season, round=number, matches=1)


def closed(number: int = 1, *, departures: int = 0, season: str = "s1") -> RoundClosed:
    return RoundClosed(season_id=season, round=number, matches=1, bye=None, departures=departures)


def changed(
    revision: int,
    *rounds: RoundTimes,
    held: tuple[int, str] | tuple[None, None] = (None, None),
    change: str = "postponed",
) -> SeasonChanged:
    return SeasonChanged(
        season_id="s1",
        revision=revision,
        change=change,
        held_round=held[0],
        held_phase=held[1],
        rounds=rounds,
        page=1,
        pages=1,
    )


def withdrawn(account: str, from_round: int, departure: int = 1) -> ParticipantWithdrawn:
    return ParticipantWithdrawn(
        season_id="s1", account_id=account, from_round=from_round, departure=departure
    )


def disqualified(account: str, from_round: int, departure: int = 1) -> ParticipantDisqualified:
    return ParticipantDisqualified(
        season_id="s1", account_id=account, from_round=from_round, departure=departure
    )


def cancelled(last_round: int = 0) -> SeasonCancelled:
    return SeasonCancelled(season_id="s1", reason="Rain", last_round=last_round)


def finished(last_round: int) -> SeasonFinished:
    return SeasonFinished(season_id="s1", last_round=last_round)
