"""What the other services are told: the season as it stands, put into events."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, Literal

from services.scheduler.domain.season import Season
from services.scheduler.domain.settings import SeasonSettings
from services.scheduler.store import rounds
from services.scheduler.store.seasons import Stored
from services.scheduler.tables import RoundRow
from shared.events.catalogue import (
    ClueSettings,
    GameSettings,
    LotNumber,
    PairedMatch,
    PointValues,
    RegistrationClosed,
    RoundPaired,
    RoundTimes,
    SeasonAnnounced,
    SeasonCancelled,
    SeasonChanged,
    SeasonFinished,
)
from shared.events.paging import pages_of
from shared.unit_of_work import UnitOfWork

Change = Literal["postponed", "held", "resumed", "round_announced"]
Phase = Literal["preparing", "solving"]


def announced(uow: UnitOfWork, stored: Stored) -> None:
    """Registration opened."""
    settings = stored.settings
    uow.emit(
        SeasonAnnounced(
            season_id=stored.id,
            name=stored.row.name,
            format=settings.format.value,
            time_zone=settings.time_zone,
            **_of_matches(settings),
        )
    )


def registration_closed(uow: UnitOfWork, stored: Stored, lot: Sequence[str]) -> None:
    """The list closed; `lot` are the accounts in the order of their numbers."""
    numbered = [LotNumber(account_id=a, number=n) for n, a in enumerate(lot, start=1)]
    for page, pages, participants in pages_of(numbered):
        uow.emit(
            RegistrationClosed(
                season_id=stored.id,
                format=stored.settings.format.value,
                points=_of_matches(stored.settings)["points"],
                rounds=stored.season.rounds or 0,
                participants=participants,
                page=page,
                pages=pages,
                revision=1,
            )
        )


def round_paired(
    uow: UnitOfWork,
    stored: Stored,
    row: RoundRow,
    leg: int | None,
    matches: Sequence[PairedMatch],
) -> None:
    """A round was drawn; `row` says when it is and who has the bye."""
    for page, pages, some in pages_of(matches):
        uow.emit(
            RoundPaired(
                season_id=stored.id,
                round=row.number,
                leg=leg,
                times=_times(row),
                times_revision=row.times_revision,
                bye=row.bye,
                optimal=row.optimal,  # type: ignore[arg-type]  # the column holds nothing else
                matches=some,
                matches_in_round=len(matches),
                page=page,
                pages=pages,
                revision=1,
                **_of_matches(stored.settings),
            )
        )


def changed(uow: UnitOfWork, stored: Stored, change: Change) -> None:
    """The clock of a running season changed, to its present revision."""
    going_on = rounds.announced(uow, stored.id, after=stored.season.closed)
    known = [_times(row) for row in going_on]
    held_round, held_phase = held_at(stored.season, going_on[0] if going_on else None)
    for page, pages, some in pages_of(known):
        uow.emit(
            SeasonChanged(
                season_id=stored.id,
                revision=stored.row.revision,
                change=change,
                held_round=held_round,
                held_phase=held_phase,
                rounds=some,
                page=page,
                pages=pages,
            )
        )


def held_at(season: Season, following: RoundRow | None) -> tuple[int | None, Phase | None]:
    """In which round and phase a season is held, if it is."""
    if season.held_end is None or following is None:
        return None, None
    return following.number, "solving" if following.solving_opened else "preparing"


def cancelled(uow: UnitOfWork, stored: Stored) -> None:
    season = stored.season
    uow.emit(
        SeasonCancelled(
            season_id=stored.id, reason=season.cancel_reason or "", last_round=season.closed
        )
    )


def finished(uow: UnitOfWork, stored: Stored) -> None:
    uow.emit(SeasonFinished(season_id=stored.id, last_round=stored.season.closed))


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
