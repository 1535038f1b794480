"""What reads return, with names. What may be seen of a duel is the domain's to say."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from services.match.domain.duel import Duel, Side
from services.match.domain.tables import Table
from services.match.domain.visibility import view_match, view_result, visible_state
from services.match.store import loading, pairing, results, reviews, seasons, wallets
from services.match.store.loading import StoredDuel
from shared.errors import NotFound, invalid_field
from shared.names import names_of
from shared.unit_of_work import UnitOfWork
from shared.web.paging import Page, cut, cut_by_offset
from shared.web.tokens import ANYBODY, Caller

Shown = dict[str, Any]


def side_of(duel: Duel, caller: Caller) -> Side | None:
    """The side that the caller plays."""
    return duel.side_of(caller.account_id) if caller.account_id else None


def matches(
    uow: UnitOfWork, found: Sequence[StoredDuel], caller: Caller, now: datetime
) -> list[Shown]:
    """Matches as the caller sees them."""
    names = _names(uow, found)
    ended = [stored.duel.match_id for stored in found if stored.duel.ended_at is not None]
    reviewed = reviews.among(uow, ended)
    shown = [_match(stored, names, caller, now) for stored in found]
    for match in shown:
        if match["id"] in ended:
            match["under_review"] = match["id"] in reviewed
    return shown


def round_matches(uow: UnitOfWork, season_id: str, number: int, page: Page) -> Shown:
    """A round's matches in the order of the pairing; none if it is not paired yet.

    Raises `NotFound` for a season or round that there is not.
    """
    seasons.check_round(uow, season_id, number)
    after = _place(page)
    listed = cut(
        pairing.listed(uow, season_id, number, after, page.limit + 1), page, lambda row: row[0]
    )
    found = loading.load(uow, [id for _, id in listed["items"]], loading.without_moves)
    names, now = _names(uow, found), uow.now()
    return {**listed, "items": [_summary(stored, names, now) for stored in found]}


def closed_matches(uow: UnitOfWork, season_id: str, page: Page) -> Shown:
    """A season's closed matches in full, by round and place. Raises `NotFound`."""
    seasons.check(uow, season_id)
    rows = pairing.ended_in(uow, season_id, _round_and_place(page), page.limit + 1)
    listed = cut(rows, page, lambda row: row[0])
    ids = [id for _, id in listed["items"]]
    found = loading.load(uow, ids, loading.with_moves)
    told: defaultdict[str, list[Shown]] = defaultdict(list)
    for row in results.revisions_among(uow, ids):
        told[row.match_id].append(_revision(row))
    shown = matches(uow, found, ANYBODY, uow.now())
    pairings = {stored.duel.match_id: stored.pairing for stored in found}
    items = [{**m, "pairing": pairings[m["id"]], "revisions": told[m["id"]]} for m in shown]
    return {**listed, "items": items}


def aura(uow: UnitOfWork, account_id: str, page: Page) -> Shown:
    """An account's balance and its entries, the newest first."""
    before = _place(page) if page.after is not None else None
    rows = wallets.entries(uow, account_id, before, page.limit + 1)
    listed = cut(rows, page, lambda row: row.number)
    return {"balance": wallets.balance(uow, account_id), **listed}


def revisions(uow: UnitOfWork, match_id: str, page: Page) -> Shown:
    """Every revision of a match's result, with the reasons given for it. Raises `NotFound`."""
    if not loading.load(uow, [match_id], loading.without_moves):
        raise NotFound
    told = results.revisions(uow, match_id)
    return cut_by_offset([_revision(row) for row in told], page)


def rematch(table: Table | None) -> Shown:
    """What the two of a duel see of their rematch; never the table's invite code."""
    if table is None:
        return {"state": "none", "by": None, "expires_at": None, "match_id": None}
    state = "offered" if table.match_id is None else "begun"
    shown = {"by": table.account_id, "expires_at": table.expires_at, "match_id": table.match_id}
    return {"state": state, **shown}


def _names(uow: UnitOfWork, found: Sequence[StoredDuel]) -> dict[str, str]:
    return names_of(uow, (p.account_id for s in found for p in (s.duel.first, s.duel.second)))


def _match(stored: StoredDuel, names: dict[str, str], caller: Caller, now: datetime) -> Shown:
    view: Shown = dict(view_match(stored.duel, stored.result, side_of(stored.duel, caller), now))
    for side in ("first", "second"):
        view[side] = {**view[side], "display_name": names[view[side]["account_id"]]}
    return view


def _summary(stored: StoredDuel, names: dict[str, str], now: datetime) -> Shown:
    duel = stored.duel
    return {
        "id": duel.match_id,
        "first": _named(duel.first.account_id, names),
        "second": _named(duel.second.account_id, names),
        "state": visible_state(duel, now),
        "result": view_result(duel, stored.result),
        "pairing": stored.pairing,
    }


def _named(account_id: str, names: dict[str, str]) -> Shown:
    return {"account_id": account_id, "display_name": names[account_id]}


def _revision(row: Any) -> Shown:
    points = {"first": row.first_points, "second": row.second_points}
    return {**row._mapping, "points": points}


def _round_and_place(page: Page) -> tuple[int, int]:
    match page.after:
        case None:
            return 0, 0
        case [int(number), int(place)]:
            return number, place
    raise invalid_field("cursor", "not a cursor of this list")


def _place(page: Page) -> int:
    if page.after is None:
        return 0
    if type(page.after) is not int or not 0 <= page.after < 2**31:
        raise invalid_field("cursor", "not a cursor of this list")
    return page.after
