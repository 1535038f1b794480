"""Facts of a season as the events that tell them."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from uuid import NAMESPACE_OID, uuid5

from services.standings.domain.facts import Barred, Closed, Correction, Fact, Registered, Settled
from services.standings.domain.results import MatchOutcome
from services.standings.domain.season import Points
from shared.events.catalogue import (
    Event,
    GameSettings,
    LotNumber,
    MatchResult,
    PairedMatch,
    ParticipantBarred,
    PointValues,
    RegistrationClosed,
    RoundClosed,
    RoundPaired,
    RoundTimes,
    SeasonAnnounced,
)
from shared.events.paging import pages_of

GAME = GameSettings(code_length=4, symbols=6, repeats=True, max_attempts=10)
START = datetime(2030, 3, 1, 23, tzinfo=UTC)
"""Midnight of 2 March in Madrid, where the seasons of these tests are played."""


def match_uuid(season_id: str, name: str) -> str:
    """The id of the match that the test calls `name`."""
    return str(uuid5(NAMESPACE_OID, f"{season_id}/{name}"))


def events_of(
    season_id: str,
    facts: Iterable[Fact],
    *,
    name: str = "Spring",
    format: str = "swiss",
    page_size: int = 2,
) -> list[Event]:
    """The events that tell `facts`, in their order; the list of participants in pages."""
    told: list[Event] = []
    for fact in facts:
        match fact:
            case Registered():
                told.append(announced(season_id, name, format, fact.points))
                told += registration(season_id, format, fact, page_size)
            case Closed():
                told.append(closed(season_id, fact))
            case Settled():
                told.append(result(season_id, fact.result, None, fact.acts))
            case Correction():
                told.append(result(season_id, fact.result, fact.act, fact.act))
            case Barred():
                told.append(barred(season_id, fact))
    return told


def announced(season_id: str, name: str, format: str, points: Points) -> SeasonAnnounced:
    return SeasonAnnounced(
        season_id=season_id,
        name=name,
        format=format,
        time_zone="Europe/Madrid",
        points=_values(points),
        game=GAME,
        clues=None,
    )


def registration(
    season_id: str, format: str, fact: Registered, page_size: int
) -> list[RegistrationClosed]:
    lots = [LotNumber(account_id=p.account_id, number=p.number) for p in fact.participants]
    return [
        RegistrationClosed(
            season_id=season_id,
            format=format,
            points=_values(fact.points),
            rounds=fact.rounds,
            participants=some,
            page=page,
            pages=pages,
            revision=1,
        )
        for page, pages, some in pages_of(lots, page_size)
    ]


def closed(season_id: str, fact: Closed) -> RoundClosed:
    return RoundClosed(
        season_id=season_id, round=fact.round, matches=fact.matches, bye=fact.bye, departures=0
    )


def paired(season_id: str, number: int, results: Sequence[MatchOutcome]) -> RoundPaired:
    """The pairing of a round, two days a round from `START` on."""
    matches = [
        PairedMatch(
            match_id=match_uuid(season_id, one.match_id),
            first=one.first.account_id,
            second=one.second.account_id,
        )
        for one in results
    ]
    return RoundPaired(
        season_id=season_id,
        round=number,
        leg=None,
        times=round_times(number),
        times_revision=0,
        points=PointValues(win=3, draw=1, loss=0, bye=3),
        game=GAME,
        clues=None,
        bye=None,
        optimal=None,
        matches=tuple(matches),
        matches_in_round=len(matches),
        page=1,
        pages=1,
        revision=1,
    )


def round_times(number: int, later: timedelta = timedelta(0)) -> RoundTimes:
    begins = START + timedelta(days=2 * (number - 1)) + later
    return RoundTimes(
        round=number,
        preparing_from=begins,
        solving_from=begins + timedelta(days=1),
        closes_at=begins + timedelta(days=2),
    )


def result(
    season_id: str,
    outcome: MatchOutcome,
    act: int | None,
    acts: int,
    kind: str = "league",
) -> MatchResult:
    first, second = outcome.first, outcome.second
    return MatchResult(
        match_id=match_uuid(season_id, outcome.match_id),
        kind=kind,
        season_id=season_id,
        round=outcome.round,
        first=first.account_id,
        second=second.account_id,
        outcome=outcome.outcome.value,
        by=outcome.by,
        first_played=first.played,
        second_played=second.played,
        first_attempts=first.attempts,
        second_attempts=second.attempts,
        first_solved=first.solved,
        second_solved=second.solved,
        first_points=first.points,
        second_points=second.points,
        attempt_difference=outcome.attempt_difference,
        left=None,
        left_phase=None,
        started_at=START,
        finished_at=START + timedelta(days=2),
        revision=outcome.revision,
        annulled=outcome.annulled,
        act=act,
        acts=acts,
    )


def barred(season_id: str, fact: Barred) -> ParticipantBarred:
    return ParticipantBarred(
        season_id=season_id,
        account_id=fact.account_id,
        kind="disqualified",
        act=fact.act,
        last_round=fact.last_round,
    )


def _values(points: Points) -> PointValues:
    return PointValues(win=points.win, draw=points.draw, loss=points.loss, bye=points.bye)
