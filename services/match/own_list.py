"""The order of a player's own matches: what is open first, by deadline, then what is ahead, then
what is over, the latest first.

Only ids and instants of rounds and live duels decide it, no secret that the players have.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from services.match.domain.duel import Duel, Phase
from services.match.domain.visibility import visible_state
from services.match.store import loading, pairing
from shared.errors import invalid_field
from shared.unit_of_work import UnitOfWork
from shared.web.paging import Page, cut

Key = tuple[int, int, str]
"""Group, instant within it, id."""

_GROUPS = {"open": 0, "scheduled": 1, "closed": 2}
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_LAST = 2**62


def own_ids(uow: UnitOfWork, account_id: str, state: str | None, page: Page) -> dict[str, Any]:
    """One page of the ids of an account's matches, of one state or of all."""
    after = _key(page)
    keys = sorted(key for key in _keys(uow, account_id, state) if after is None or key > after)
    listed = cut(keys[: page.limit + 1], page, list)
    return {**listed, "items": [match_id for *_, match_id in listed["items"]]}


def _keys(uow: UnitOfWork, account_id: str, state: str | None) -> Iterator[Key]:
    wanted = _GROUPS.values() if state is None else {_GROUPS[state]}
    if _GROUPS["closed"] in wanted:
        for match_id, closed_at in pairing.ended_of(uow, account_id):
            yield _GROUPS["closed"], _latest_first(closed_at), match_id
    if state != "closed":
        ahead = loading.load(uow, pairing.not_ended_of(uow, account_id), loading.without_moves)
        now = uow.now()
        yield from (key for s in ahead if (key := _key_of(s.duel, now))[0] in wanted)


def _key_of(duel: Duel, now: datetime) -> Key:
    match visible_state(duel, now):
        case Phase.SCHEDULED:
            return _GROUPS["scheduled"], _earliest_first(duel.preparing_from), duel.match_id
        case Phase.PREPARING:
            return _GROUPS["open"], _earliest_first(duel.preparing_until), duel.match_id
        case _:
            return _GROUPS["open"], _earliest_first(duel.solving_until), duel.match_id


def _earliest_first(instant: datetime | None) -> int:
    return _LAST if instant is None else _microseconds(instant)


def _latest_first(instant: datetime | None) -> int:
    return _LAST if instant is None else -_microseconds(instant)


def _microseconds(instant: datetime) -> int:
    since = instant - _EPOCH
    return (since.days * 86_400 + since.seconds) * 1_000_000 + since.microseconds


def _key(page: Page) -> Key | None:
    match page.after:
        case None:
            return None
        case [int(group), int(instant), str(match_id)]:
            return group, instant, match_id
    raise invalid_field("cursor", "not a cursor of this list")
