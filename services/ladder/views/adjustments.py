"""The public log of what operators did to a ladder season."""

from typing import Any

from sqlalchemy import Row

from services.ladder.store import adjustments, seasons
from shared.errors import invalid_field
from shared.names import names_of
from shared.unit_of_work import UnitOfWork
from shared.web.paging import Page, cut


def page_of_adjustments(uow: UnitOfWork, season_id: str, page: Page) -> dict[str, Any]:
    """The season's acts in the order in which they were done. Raises `NotFound`."""
    seasons.one(uow, season_id)
    rows = adjustments.some(uow, season_id, _number(page.after), page.limit + 1)
    listed = cut(rows, page, key=lambda row: row.id)
    people = (one for row in listed["items"] for one in (row.author_id, row.account_id) if one)
    names = names_of(uow, people)
    return {**listed, "items": [_shown(row, names) for row in listed["items"]]}


def _shown(row: Row[Any], names: dict[str, str]) -> dict[str, Any]:
    return {
        "number": row.id,
        "kind": row.kind,
        "game_id": row.game_id,
        "account": _person(row.account_id, names) if row.account_id else None,
        "author": _person(row.author_id, names),
        "reason": row.reason,
        "at": row.at,
    }


def _person(account_id: str, names: dict[str, str]) -> dict[str, str]:
    return {"account_id": account_id, "display_name": names[account_id]}


def _number(cursor: Any) -> int:
    if cursor is None:
        return 0
    if isinstance(cursor, int) and not isinstance(cursor, bool):
        return cursor
    raise invalid_field("cursor", "not a cursor of this list")
