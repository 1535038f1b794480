"""The table after a round: as published, or so far while its results are coming in."""

from typing import Any

from services.standings import store
from services.standings.domain.errors import RoundNotClosed, UnknownRevision
from services.standings.domain.history import require_closed, table_so_far
from services.standings.domain.published import Published
from services.standings.domain.season import Season
from services.standings.views.rows import shown
from shared.unit_of_work import UnitOfWork


def standings(
    uow: UnitOfWork, season_id: str, number: int | None, revision: int | None
) -> dict[str, Any]:
    """The table after round `number`, else the latest; its latest revision, or an old one.

    Raises `NotFound`, `RoundNotClosed` or `UnknownRevision`.
    """
    season = store.seasons.get(uow, season_id)
    if number is not None and revision is None:
        found = store.published.find(uow, season_id, number)
        return _shown(uow, season_id, found) if found else _so_far(uow, season, number)
    return _shown(uow, season_id, published(uow, season_id, number, revision))


def published(
    uow: UnitOfWork, season_id: str, number: int | None, revision: int | None
) -> Published:
    """The table asked for, if it is out; else raises `RoundNotClosed` or `UnknownRevision`."""
    newest = (
        store.published.latest(uow, season_id)
        if number is None
        else store.published.find(uow, season_id, number)
    )
    if newest is None:
        raise RoundNotClosed("That table is not out yet.")
    if revision is None:
        return newest
    found = store.published.find(uow, season_id, newest.issue.round, revision)
    if found is None:
        raise UnknownRevision
    return found


def _shown(uow: UnitOfWork, season_id: str, table: Published) -> dict[str, Any]:
    return {
        "season_id": season_id,
        "after_round": table.issue.round,
        "complete": True,
        "revision": table.issue.revision,
        "published_at": table.issue.published_at,
        "items": shown(uow, table.rows),
    }


def _so_far(uow: UnitOfWork, season: Season, number: int) -> dict[str, Any]:
    require_closed(store.facts.outline(uow, season), number)
    rows = table_so_far(store.facts.load(uow, season), number)
    return {
        "season_id": season.id,
        "after_round": number,
        "complete": False,
        "revision": None,
        "published_at": None,
        "items": shown(uow, rows),
    }
