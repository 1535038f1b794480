"""What the other services are told, made of the season as it is kept: first and again alike."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any, Literal

from services.scheduler.domain.participants import Status
from services.scheduler.domain.rounds import leg
from services.scheduler.domain.season import Season
from services.scheduler.domain.settings import SeasonSettings
from services.scheduler.store import participants
from services.scheduler.store.matches import Drawn
from services.scheduler.store.seasons import Stored
from services.scheduler.tables import DepartureRow, RoundRow
from shared.events.catalogue import (
    ClueSettings,
    GameSettings,
    LotNumber,
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
from shared.events.paging import pages_of
from shared.unit_of_work import UnitOfWork

Change = Literal["postponed", "held", "resumed", "round_announced"]
Phase = Literal["preparing", "solving"]


def announced(stored: Stored) -> SeasonAnnounced:
    """Registration opened."""
    settings = stored.settings
    return SeasonAnnounced(
        season_id=stored.id,
        name=stored.row.name,
        format=settings.format.value,
        time_zone=settings.time_zone,
        **_of_matches(settings),
    )


def registration_closed(stored: Stored, lot: Sequence[str]) -> Iterator[RegistrationClosed]:
    """The list closed; `lot` are the accounts in the order of their numbers."""
    numbered = [LotNumber(account_id=a, number=n) for n, a in enumerate(lot, start=1)]
    for page, pages, some in pages_of(numbered):
        yield RegistrationClosed(
            season_id=stored.id,
            format=stored.settings.format.value,
            points=_of_matches(stored.settings)["points"],
            rounds=stored.season.rounds or 0,
            participants=some,
            page=page,
            pages=pages,
            revision=1,
        )


def round_paired(stored: Stored, row: RoundRow, drawn: Sequence[Drawn]) -> Iterator[RoundPaired]:
    """A round was drawn; `row` says when it is and who has the bye."""
    settings, rounds = stored.settings, stored.season.rounds or 0
    for page, pages, some in pages_of(drawn):
        yield RoundPaired(
            season_id=stored.id,
            round=row.number,
            leg=leg(settings.format, row.number, rounds),
            times=_times(row),
            times_revision=row.times_revision,
            bye=row.bye,
            optimal=row.optimal,  # type: ignore[arg-type]  # the column holds nothing else
            matches=tuple(_paired(match) for match in some),
            matches_in_round=len(drawn),
            page=page,
            pages=pages,
            revision=1,
            **_of_matches(settings),
        )


def solving_opened(stored: Stored, row: RoundRow) -> SolvingOpened:
    return SolvingOpened(season_id=stored.id, round=row.number, matches=row.matches or 0)


def round_closed(uow: UnitOfWork, stored: Stored, row: RoundRow, departures: int) -> RoundClosed:
    """A round is over, before which so many had left."""
    return RoundClosed(
        season_id=stored.id,
        round=row.number,
        matches=row.matches or 0,
        bye=_earning_bye(uow, stored, row),
        departures=departures,
    )


def changed(
    stored: Stored, change: Change, going_on: Sequence[RoundRow]
) -> Iterator[SeasonChanged]:
    """The clock of a running season, at its present revision; `going_on` are the rounds ahead."""
    held_round, held_phase = _held_at(stored.season, going_on[0] if going_on else None)
    for page, pages, some in pages_of([_times(row) for row in going_on]):
        yield SeasonChanged(
            season_id=stored.id,
            revision=stored.row.revision,
            change=change,
            held_round=held_round,
            held_phase=held_phase,
            rounds=some,
            page=page,
            pages=pages,
        )


def departed(row: DepartureRow) -> ParticipantWithdrawn | ParticipantDisqualified:
    """Somebody left."""
    told: dict[str, Any] = {
        "season_id": row.season_id,
        "account_id": row.account_id,
        "from_round": row.from_round,
        "departure": row.number,
    }
    if row.kind == Status.WITHDRAWN:
        return ParticipantWithdrawn(**told)
    return ParticipantDisqualified(**told, last_round=row.last_round)


def cancelled(stored: Stored) -> SeasonCancelled:
    season = stored.season
    return SeasonCancelled(
        season_id=stored.id, reason=season.cancel_reason or "", last_round=season.closed
    )


def finished(stored: Stored) -> SeasonFinished:
    return SeasonFinished(season_id=stored.id, last_round=stored.season.closed)


def _earning_bye(uow: UnitOfWork, stored: Stored, row: RoundRow) -> str | None:
    """Who has the bye, unless they had left before the round; later departures change nothing."""
    if row.bye and participants.plays_in(uow, stored.id, row.bye, row.number):
        return row.bye
    return None


def _held_at(season: Season, following: RoundRow | None) -> tuple[int | None, Phase | None]:
    """In which round and phase a season is held, if it is."""
    if season.held_end is None or following is None:
        return None, None
    return following.number, "solving" if following.solving_opened else "preparing"


def _paired(match: Drawn) -> PairedMatch:
    return PairedMatch(
        match_id=match.id,
        first=match.first,
        second=match.second,
        points_difference=match.points_difference,
        rank_difference=match.rank_difference,
        met_before=match.met_before,
    )


def _times(row: RoundRow) -> RoundTimes:
    return RoundTimes(
        round=row.number,
        preparing_from=row.preparing_from,
        solving_from=row.solving_from,
        closes_at=row.closes_at,
    )


def _of_matches(settings: SeasonSettings) -> dict[str, Any]:
    """The settings that every match needs."""
    return {
        "points": PointValues(**asdict(settings.points)),
        "game": GameSettings(**asdict(settings.game)),
        "clues": ClueSettings(**asdict(settings.clues)) if settings.clues else None,
    }
