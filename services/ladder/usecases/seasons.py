"""Planning ladder seasons."""

from typing import Any

from services.ladder import views
from services.ladder.domain.errors import SeasonsOverlap
from services.ladder.domain.season import LadderSeason, planned
from services.ladder.domain.settings import ladder_settings
from services.ladder.store import seasons
from shared.unit_of_work import UnitOfWork
from shared.web.tokens import Caller


def create(uow: UnitOfWork, caller: Caller, body: dict[str, Any]) -> dict[str, Any]:
    """Add a season to the calendar.

    Raises `Invalid`, or `SeasonsOverlap` if another season shares an instant with it.
    """
    season = planned(
        LadderSeason(
            id=uow.new_id(),
            name=body["name"],
            starts_at=body["starts_at"],
            ends_at=body["ends_at"],
            settings=ladder_settings(body.get("settings", {})),
        )
    )
    seasons.lock_calendar(uow)
    if other := seasons.overlapping(uow, season):
        raise SeasonsOverlap(f'It would share days or hours with "{other.name}".')
    now = uow.now()
    seasons.add(uow, season, created_by=caller.account, at=now)
    return views.seasons.shown(uow, season, now)
