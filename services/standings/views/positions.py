"""Positions after every round, in one answer: what a line over the rounds is drawn from."""

from collections.abc import Sequence
from typing import Any

from services.standings import store
from services.standings.domain.errors import RoundNotClosed
from services.standings.domain.progress import Progress, progress
from shared.names import names_of
from shared.unit_of_work import UnitOfWork
from shared.web.paging import Page, cut_by_offset


def page_of_positions(
    uow: UnitOfWork, season_id: str, account_id: str | None, page: Page
) -> dict[str, Any]:
    """All players in the order of the latest complete table, or one of them.

    Raises `NotFound`, or `RoundNotClosed` while no table is out.
    """
    store.seasons.get(uow, season_id)
    tables = store.published.places(uow, season_id)
    if not tables:
        raise RoundNotClosed("No table is out yet.")
    chosen = [one for one in progress(tables) if account_id in (None, one.account_id)]
    listed = cut_by_offset(chosen, page)
    head = {"season_id": season_id, "after_round": max(tables)}
    return {**head, **listed, "items": _shown(uow, listed["items"])}


def _shown(uow: UnitOfWork, listed: Sequence[Progress]) -> list[dict[str, Any]]:
    names = names_of(uow, [one.account_id for one in listed])
    return [
        {
            "account_id": one.account_id,
            "display_name": names[one.account_id],
            "positions": list(one.positions),
        }
        for one in listed
    ]
