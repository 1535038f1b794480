"""Confirming rankings: once nothing can change them any more, and again after a correction."""

from datetime import datetime

from services.ladder.domain.ranking import prize_of
from services.ladder.domain.season import LadderSeason
from services.ladder.store import games, ranking, seasons
from services.ladder.store.seasons import Confirmation
from shared.events.catalogue import LadderSeasonConfirmed
from shared.unit_of_work import UnitOfWork


def next_due(uow: UnitOfWork) -> datetime | None:
    """When the next ranking can be confirmed, of seasons in which nothing is pending."""
    dues = (one.reports_until for one in seasons.all_open(uow) if not games.pending(uow, one.id))
    return min(dues, default=None)


def confirm_due(uow: UnitOfWork) -> None:
    """Confirm the rankings that can be."""
    for found in seasons.all_open(uow):
        season, now = seasons.lock(uow, found.id), uow.now()
        if season.may_be_confirmed(now, games.pending(uow, season.id)):
            _confirm(uow, season, now, None)


def correct(uow: UnitOfWork, season: LadderSeason, adjustment: int, now: datetime) -> None:
    """Publish the ranking of a final season anew; the season is locked."""
    _confirm(uow, season, now, adjustment)


def _confirm(uow: UnitOfWork, season: LadderSeason, now: datetime, adjustment: int | None) -> None:
    prize = prize_of(ranking.first(uow, season.id), season.settings.prize_min_games)
    revision = season.revision + 1
    seasons.confirm(uow, season.id, Confirmation(revision, now, prize, adjustment))
    uow.emit(
        LadderSeasonConfirmed(season_id=season.id, revision=revision, confirmed_at=now, prize=prize)
    )
