"""A season as clients see it."""

from collections.abc import Sequence
from typing import Any

from services.scheduler.domain.lot import draw_commitment
from services.scheduler.domain.rounds import current_round
from services.scheduler.domain.season import State
from services.scheduler.domain.settings_reader import settings_given
from services.scheduler.store import postponements, rounds, seasons
from services.scheduler.store.seasons import Stored
from services.scheduler.tables import PostponementRow, RoundRow
from services.scheduler.views.rounds import state_of
from shared.errors import invalid_field
from shared.unit_of_work import UnitOfWork
from shared.web.paging import Page, cut

Shown = dict[str, Any]


def one(uow: UnitOfWork, season_id: str) -> Shown:
    """Raises `NotFound`."""
    return shown(uow, [seasons.read(uow, season_id)])[0]


def page(uow: UnitOfWork, asked: Page, state: str | None) -> Shown:
    """Seasons, the newest first."""
    after = "" if asked.after is None else asked.after
    if not isinstance(after, str) or not after.isprintable():
        raise invalid_field("cursor", "not a cursor of this list")
    found = seasons.newest(uow, state=state, before=after or None, most=asked.limit + 1)
    cut_page = cut(found, asked, key=lambda stored: stored.id)
    return {**cut_page, "items": shown(uow, cut_page["items"])}


def shown(uow: UnitOfWork, found: Sequence[Stored]) -> list[Shown]:
    """The seasons in full."""
    postponed = postponements.of_seasons(uow, [stored.id for stored in found])
    following = rounds.numbered(uow, [(s.id, s.season.closed + 1) for s in found])
    return [_shown(uow, stored, postponed[stored.id], following.get(stored.id)) for stored in found]


def _shown(
    uow: UnitOfWork, stored: Stored, postponed: list[PostponementRow], following: RoundRow | None
) -> Shown:
    row, season = stored.row, stored.season
    return {
        "id": row.id,
        "name": row.name,
        "state": str(season.state),
        "provisional": season.state == State.DRAFT,
        **settings_given(season.settings),
        "participants": row.participants,
        "rounds": season.rounds,
        "current_round": _current_round(uow, stored, following),
        "draw_commitment": draw_commitment(row.seed),
        "draw_seed": None if season.rounds is None else row.seed,
        "held": season.held_end is not None,
        "cancel_reason": season.cancel_reason,
        "postponements": [{"at": p.at, p.unit: p.amount, "reason": p.reason} for p in postponed],
        "created_at": row.created_at,
    }


def _current_round(uow: UnitOfWork, stored: Stored, following: RoundRow | None) -> int | None:
    state = state_of(stored.season, following, uow.now()) if following else None
    return current_round(stored.season.closed, state)
