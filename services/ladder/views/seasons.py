"""Ladder seasons as clients see them."""

from datetime import datetime
from typing import Any

from services.ladder import store
from services.ladder.domain.season import LadderSeason
from services.ladder.domain.settings import settings_given
from services.ladder.store import games
from services.ladder.store.seasons import Confirmation
from shared.errors import NotFound, invalid_field
from shared.names import names_of
from shared.unit_of_work import UnitOfWork
from shared.web.paging import Page, cut, cut_by_offset


def one(uow: UnitOfWork, season_id: str) -> dict[str, Any]:
    """Raises `NotFound`."""
    return shown(uow, store.seasons.one(uow, season_id), uow.now())


def current(uow: UnitOfWork) -> dict[str, Any]:
    """The active season, else the one that is still closing; raises `NotFound`."""
    now = uow.now()
    season = store.seasons.last_begun(uow, now)
    if season is None:
        raise NotFound("No ladder season is on")
    return shown(uow, season, now)


def page_of_seasons(uow: UnitOfWork, page: Page) -> dict[str, Any]:
    now = uow.now()
    found = store.seasons.some(uow, before=_start_of(page.after), most=page.limit + 1)
    cut_page = cut(found, page, key=lambda season: season.starts_at.isoformat())
    return {**cut_page, "items": [shown(uow, season, now) for season in cut_page["items"]]}


def revisions(uow: UnitOfWork, season_id: str, page: Page) -> dict[str, Any]:
    """Every confirmed ranking of a season; which act corrected it, and who had the prize."""
    store.seasons.one(uow, season_id)
    confirmed = store.seasons.confirmations(uow, season_id)
    names = names_of(uow, (account for one in confirmed for account in one.prize))
    return cut_by_offset([_revision(one, names) for one in confirmed], page)


def shown(uow: UnitOfWork, season: LadderSeason, now: datetime) -> dict[str, Any]:
    """A season with what is pending in it, and the prize as it is now awarded."""
    return {
        "id": season.id,
        "name": season.name,
        "starts_at": season.starts_at,
        "ends_at": season.ends_at,
        "state": str(season.state_at(now)),
        "settings": settings_given(season.settings),
        "pending": games.pending(uow, season.id),
        "revision": season.revision or None,
        "prize": _prize(uow, season),
    }


def _prize(uow: UnitOfWork, season: LadderSeason) -> list[dict[str, str]]:
    if not season.final:
        return []
    latest = store.seasons.confirmations(uow, season.id)[-1]
    return _people(latest, names_of(uow, latest.prize))


def _revision(confirmed: Confirmation, names: dict[str, str]) -> dict[str, Any]:
    return {
        "revision": confirmed.revision,
        "confirmed_at": confirmed.confirmed_at,
        "adjustment": confirmed.adjustment,
        "prize": _people(confirmed, names),
    }


def _people(confirmed: Confirmation, names: dict[str, str]) -> list[dict[str, str]]:
    return [{"account_id": one, "display_name": names[one]} for one in confirmed.prize]


def _start_of(cursor: Any) -> datetime | None:
    if cursor is None:
        return None
    try:
        return datetime.fromisoformat(cursor)
    except (TypeError, ValueError) as error:
        raise invalid_field("cursor", "not a cursor of this list") from error
