"""Verifying a season: every player's games folded anew and compared with what is stored."""

from dataclasses import asdict
from typing import Any

from services.ladder.domain.points import PointRules
from services.ladder.domain.verification import Difference, differences
from services.ladder.store import players, seasons, sides
from shared.errors import invalid_field
from shared.unit_of_work import UnitOfWork
from shared.web.paging import Page, cut

PLAYERS_AT_ONCE = 100
"""For each item that a page may have: a page of 200 verifies 20,000 players."""

PLAYERS_READ = 200
"""In one statement; between two, the database must not be left waiting for long."""


def verify_page(uow: UnitOfWork, season_id: str, page: Page) -> dict[str, Any]:
    """Verify some players; `next` goes on behind them. Raises `NotFound`."""
    season = seasons.one(uow, season_id)
    most = page.limit * PLAYERS_AT_ONCE
    found = players.some(uow, season_id, after=_account(page.after), most=most + 1)
    looked = cut(found, Page(most), key=lambda one: one.ranked.account_id)
    games, wrong = verify(uow, PointRules(season.settings), looked["items"])
    return {
        "players": len(looked["items"]),
        "games": games,
        "differences": [_shown(one) for one in wrong],
        "next": looked["next"],
    }


def verify(
    uow: UnitOfWork, rules: PointRules, stored: list[players.Stored]
) -> tuple[int, list[Difference]]:
    """How many counted games the players have, and what is wrong with them."""
    games, wrong = 0, []
    for start in range(0, len(stored), PLAYERS_READ):
        some = stored[start : start + PLAYERS_READ]
        played = sides.counted_of(uow, [player.id for player in some])
        for player in some:
            mine = played.get(player.id, [])
            games += len(mine)
            wrong += differences(rules, player.ranked.account_id, player.form, mine)
    return games, wrong


def _shown(difference: Difference) -> dict[str, Any]:
    return {
        "account_id": difference.account_id,
        "game_id": difference.game_id,
        "stored": asdict(difference.stored),
        "folded": asdict(difference.folded),
    }


def _account(cursor: Any) -> str:
    if cursor is None:
        return ""
    if isinstance(cursor, str):
        return cursor
    raise invalid_field("cursor", "not a cursor of this list")
