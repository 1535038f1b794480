"""What reads of ladder seasons tell."""

from datetime import datetime
from typing import Any

from services.ladder import store
from services.ladder.domain.season import LadderSeason, SeasonState
from services.ladder.domain.settings import settings_given
from shared.errors import NotFound, invalid_field
from shared.unit_of_work import UnitOfWork
from shared.web.paging import Page, cut


def one(uow: UnitOfWork, season_id: str) -> dict[str, Any]:
    """Raises `NotFound`."""
    return shown(store.season(uow, season_id), uow.now())


def current(uow: UnitOfWork) -> dict[str, Any]:
    """The active season, else the one that is still closing; raises `NotFound`."""
    now = uow.now()
    season = store.begun(uow, now)
    if season is None or season.state_at(now) == SeasonState.FINAL:
        raise NotFound("No ladder season is on")
    return shown(season, now)


def page_of_seasons(uow: UnitOfWork, page: Page) -> dict[str, Any]:
    now = uow.now()
    found = store.seasons(uow, before=_start_of(page.after), most=page.limit + 1)
    cut_page = cut(found, page, key=lambda season: season.starts_at.isoformat())
    return {**cut_page, "items": [shown(season, now) for season in cut_page["items"]]}


def shown(season: LadderSeason, now: datetime) -> dict[str, Any]:
    """A season as clients see it. No games are played on the ladder yet, so none is pending."""
    return {
        "id": season.id,
        "name": season.name,
        "starts_at": season.starts_at,
        "ends_at": season.ends_at,
        "state": str(season.state_at(now)),
        "settings": settings_given(season.settings),
        "pending": 0,
        "prize": [],
    }


def _start_of(cursor: Any) -> datetime | None:
    if cursor is None:
        return None
    try:
        return datetime.fromisoformat(cursor)
    except (TypeError, ValueError) as error:
        raise invalid_field("cursor", "not a cursor of this list") from error
