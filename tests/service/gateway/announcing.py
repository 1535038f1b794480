"""What the services announce, invented for tests, and what listeners were told of it."""

from datetime import datetime, timedelta
from typing import Any

from services.gateway.domain.live import LiveEvent, Position
from services.gateway.store import live, live_seasons
from services.gateway.usecases.live import open_due
from shared.clock import ManualClock
from shared.events.catalogue import (
    DuelChanged,
    GameSettings,
    MatchResult,
    PairedMatch,
    PointValues,
    RoundClosed,
    RoundPaired,
    RoundTimes,
    SeasonAnnounced,
    SeasonChanged,
    SolvingOpened,
    StandingsPublished,
)
from tests.service.gateway.gateway_under_test import Gateway

POINTS = PointValues(win=3, draw=1, loss=0, bye=3)
GAME = GameSettings(code_length=4, symbols=6, repeats=True, max_attempts=10)


def announced(format: Any = "swiss", season: str = "S") -> SeasonAnnounced:
    return SeasonAnnounced(
        season_id=season,
        name="Spring",
        format=format,
        time_zone="UTC",
        points=POINTS,
        game=GAME,
        clues=None,
    )


def paired(
    round: int,
    at: datetime | RoundTimes | None,
    *matches: PairedMatch,
    season: str = "S",
    revision: int = 0,
) -> RoundPaired:
    """`at`: the round's times, or one instant for all of them."""
    if isinstance(at, RoundTimes):
        times = at
    else:
        times = RoundTimes(round=round, preparing_from=at, solving_from=at, closes_at=at)
    return RoundPaired(
        season_id=season,
        round=round,
        leg=None,
        times=times,
        times_revision=revision,
        points=POINTS,
        game=GAME,
        clues=None,
        bye=None,
        optimal=None,
        matches=matches,
        matches_in_round=len(matches),
        page=1,
        pages=1,
        revision=1,
    )


def changed(revision: int, *rounds: tuple[int, datetime | None]) -> SeasonChanged:
    return SeasonChanged(
        season_id="S",
        revision=revision,
        change="postponed",
        held_round=None,
        held_phase=None,
        rounds=tuple(
            RoundTimes(round=number, preparing_from=at, solving_from=at, closes_at=at)
            for number, at in rounds
        ),
        page=1,
        pages=1,
    )


def solving(round: int) -> SolvingOpened:
    return SolvingOpened(season_id="S", round=round, matches=2)


def closed(round: int) -> RoundClosed:
    return RoundClosed(season_id="S", round=round, matches=2, bye=None, departures=0)


def table(round: int, revision: int = 1, page: int = 1) -> StandingsPublished:
    return StandingsPublished(
        season_id="S",
        round=round,
        revision=revision,
        digest="d",
        published_at=datetime.fromisoformat("2030-01-01T00:00:00+00:00"),
        ranking=(),
        page=page,
        pages=2,
    )


def duel(account_id: str, match_id: str = "M") -> DuelChanged:
    return DuelChanged(match_id=match_id, account_id=account_id)


def result(first: str, second: str, revision: int = 1) -> MatchResult:
    at = datetime.fromisoformat("2030-01-01T00:00:00+00:00")
    return MatchResult(
        match_id="M",
        kind="league",
        season_id="S",
        round=1,
        first=first,
        second=second,
        outcome="first",
        by="attempts",
        first_played=True,
        second_played=True,
        first_attempts=3,
        second_attempts=4,
        first_solved=True,
        second_solved=True,
        first_points=3,
        second_points=0,
        attempt_difference=1,
        left=None,
        left_phase=None,
        started_at=at,
        finished_at=at,
        revision=revision,
        annulled=False,
        act=None,
        acts=0,
    )


def told(gateway: Gateway, account_id: str | None = None) -> list[LiveEvent]:
    with gateway.runtime.reading() as uow:
        return [event for event, _ in live.after(uow, Position(), account_id, 1000)]


def steps(gateway: Gateway) -> list[str]:
    """What everybody was told, short: `round_opened 1`, `standings_published 1/2`."""
    short = []
    for event in told(gateway):
        revision = f"/{event.data['revision']}" if "revision" in event.data else ""
        short.append(f"{event.type} {event.data.get('round', '')}{revision}".strip())
    return short


def pass_time(gateway: Gateway, **by: float) -> None:
    clock = gateway.clock
    assert isinstance(clock, ManualClock)
    clock.move(clock.now() + timedelta(**by))
    open_what_is_due(gateway)


def open_what_is_due(gateway: Gateway) -> None:
    while True:
        with gateway.runtime.writing() as uow:
            due = live_seasons.next_opening(uow)
            if due is None or due > uow.now():
                return
            open_due(uow)


def now(gateway: Gateway) -> datetime:
    clock = gateway.clock
    assert isinstance(clock, ManualClock)
    return clock.now()
