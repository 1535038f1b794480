"""Looking at duels. A player's own look draws missing codes first.

Otherwise a code of one's own that appeared with the other's first attempt would give it away.
"""

from datetime import datetime
from typing import Any

from services.match import views
from services.match.domain.preparing import lacks_codes
from services.match.own_list import own_ids
from services.match.store import loading
from services.match.store.loading import StoredDuel
from services.match.usecases.drawing import draw_before_look
from shared.errors import NotFound
from shared.runtime import Runtime
from shared.unit_of_work import UnitOfWork
from shared.web.paging import Page
from shared.web.tokens import Caller

Seen = tuple[list[StoredDuel], datetime]


def match(runtime: Runtime, uow: UnitOfWork, caller: Caller, match_id: str) -> dict[str, Any]:
    """A match as the caller sees it. Raises `NotFound`."""
    found, now = _look(runtime, uow, caller, [match_id])
    if not found:
        raise NotFound
    (shown,) = views.matches(uow, found, caller, now)
    return shown


def own_matches(
    runtime: Runtime, uow: UnitOfWork, caller: Caller, state: str | None, page: Page
) -> dict[str, Any]:
    """The caller's own matches: the open ones first, by deadline; then those ahead; then the
    closed ones, the latest first."""
    listed = own_ids(uow, caller.account, state, page)
    found, now = _look(runtime, uow, caller, listed["items"])
    return {**listed, "items": views.matches(uow, found, caller, now)}


def _look(runtime: Runtime, uow: UnitOfWork, caller: Caller, ids: list[str]) -> Seen:
    seen = _load(uow, caller, ids)
    lacking = _own_lacking(*seen, caller)
    if not lacking:
        return seen
    with runtime.writing() as work:
        draw_before_look(work, lacking)
    with runtime.reading() as fresh:
        return _load(fresh, caller, ids)


def _load(uow: UnitOfWork, caller: Caller, ids: list[str]) -> Seen:
    return loading.load(uow, ids, loading.moves_for(caller.account_id)), uow.now()


def _own_lacking(found: list[StoredDuel], now: datetime, caller: Caller) -> list[str]:
    return [
        stored.duel.match_id
        for stored in found
        if views.side_of(stored.duel, caller) is not None and lacks_codes(stored.duel, now)
    ]
