"""Who takes part in a season, as clients see it."""

from datetime import datetime
from typing import Any

from services.scheduler.store import departures as kept_departures
from services.scheduler.store import participants, seasons
from services.scheduler.tables import ParticipantRow
from shared.errors import invalid_field
from shared.names import names_of
from shared.unit_of_work import UnitOfWork
from shared.web.paging import Page, cut

Key = int | tuple[datetime, str]
"""A place in the list: a number of the lot, or before the close when and who registered."""


def entry(uow: UnitOfWork, row: ParticipantRow) -> dict[str, Any]:
    """What somebody who registers is told."""
    return {
        "account_id": row.account_id,
        "display_name": names_of(uow, [row.account_id])[row.account_id],
        "registered_at": row.registered_at,
    }


def of_account(uow: UnitOfWork, account_id: str, asked: Page) -> dict[str, Any]:
    """The seasons that somebody takes or took part in, the newest first."""
    before = asked.after if isinstance(asked.after, str) else None
    found = participants.entries_of(uow, account_id, before=before, most=asked.limit + 1)
    items = [
        {
            "season_id": season.id,
            "name": season.name,
            "state": season.state,
            "registered_at": row.registered_at,
            "number": row.number,
            "status": row.status,
        }
        for row, season in found
    ]
    return cut(items, asked, key=lambda item: item["season_id"])


def page(uow: UnitOfWork, season_id: str, asked: Page) -> dict[str, Any]:
    """By number of the lot, before the close as they registered; raises `NotFound`."""
    numbered = seasons.read(uow, season_id).season.rounds is not None
    after = _key(asked.after)
    # Whoever began to read before the close reads on in that order.
    by_number = isinstance(after, int) or (after is None and numbered)
    found = _some(uow, season_id, after, by_number=by_number, most=asked.limit + 1)
    cut_page = cut(found, asked, key=_by_number if by_number else _by_registration)
    names = names_of(uow, [row.account_id for row in cut_page["items"]])
    return {**cut_page, "items": [_shown(row, names) for row in cut_page["items"]]}


def departures(uow: UnitOfWork, season_id: str, asked: Page) -> dict[str, Any]:
    """Who left after the close of registration, in order; raises `NotFound`."""
    seasons.read(uow, season_id)
    after = _key(asked.after)
    behind = after if isinstance(after, int) else 0
    found = kept_departures.of_season(uow, season_id, after=behind, most=asked.limit + 1)
    return cut(found, asked, key=lambda row: row.number)


def _some(
    uow: UnitOfWork, season_id: str, after: Key | None, *, by_number: bool, most: int
) -> list[ParticipantRow]:
    if isinstance(after, tuple) or not by_number:
        place = after if isinstance(after, tuple) else None
        return participants.by_registration(uow, season_id, after=place, most=most)
    return participants.by_number(uow, season_id, after=after or 0, most=most)


def _shown(row: ParticipantRow, names: dict[str, str]) -> dict[str, Any]:
    return {
        "account_id": row.account_id,
        "display_name": names[row.account_id],
        "number": row.number,
        "status": row.status,
    }


def _by_number(row: ParticipantRow) -> Any:
    return row.number


def _by_registration(row: ParticipantRow) -> Any:
    return [row.registered_at.isoformat(), row.account_id]


def _key(cursor: Any) -> Key | None:
    match cursor:
        case None:
            return None
        case int() if 0 <= cursor < 2**31:
            return cursor
        case [str(at), str(account_id)] if account_id.isprintable():
            return _instant(at), account_id
    raise invalid_field("cursor", "not a cursor of this list")


def _instant(text: str) -> datetime:
    try:
        instant = datetime.fromisoformat(text)
    except ValueError as error:
        raise invalid_field("cursor", "not a cursor of this list") from error
    if instant.tzinfo is None:
        raise invalid_field("cursor", "not a cursor of this list")
    return instant
