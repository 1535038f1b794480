"""Looking at duels. A player's own look draws missing codes first.

Otherwise a code of one's own that appeared with the other's first attempt would give it away.
"""

from datetime import datetime
from typing import Any

from services.match import views
from services.match.domain.duel import Duel
from services.match.domain.preparing import lacks_codes
from services.match.own_list import own_ids
from services.match.store import loading
from services.match.store.loading import StoredDuel
from services.match.usecases import live_duels
from services.match.usecases.drawing import draw_before_look
from shared.errors import NotFound
from shared.runtime import Runtime
from shared.unit_of_work import UnitOfWork
from shared.web.paging import Page
from shared.web.tokens import Caller

Seen = tuple[list[StoredDuel], datetime]


def match(runtime: Runtime, uow: UnitOfWork, caller: Caller, match_id: str) -> dict[str, Any]:
    """A match as the caller sees it. Raises `NotFound`.

    A look at a live duel is a sign of its player, and settles it if it is due.
    """
    found, now = _look(runtime, uow, caller, [match_id])
    if not found:
        raise NotFound
    if _is_noted(found[0].duel, now, caller):
        with runtime.writing() as work:
            live_duels.touch(work, match_id, caller.account_id)
        with runtime.reading() as fresh:
            found, now = _load(fresh, caller, [match_id])
    (shown,) = views.matches(uow, found, caller, now)
    return shown


def match_now(uow: UnitOfWork, caller: Caller, match_id: str) -> dict[str, Any]:
    """A live duel as it stands in a transaction that has done something about it."""
    found, now = _load(uow, caller, [match_id])
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


def _is_noted(duel: Duel, now: datetime, caller: Caller) -> bool:
    """Whether a look at this duel leaves something behind."""
    if duel.live is None or duel.ended_at is not None:
        return False
    return duel.live.is_due(now) or views.side_of(duel, caller) is not None


def _load(uow: UnitOfWork, caller: Caller, ids: list[str]) -> Seen:
    return loading.load(uow, ids, loading.moves_for(caller.account_id)), uow.now()


def _own_lacking(found: list[StoredDuel], now: datetime, caller: Caller) -> list[str]:
    return [
        stored.duel.match_id
        for stored in found
        if views.side_of(stored.duel, caller) is not None and lacks_codes(stored.duel, now)
    ]
