"""A player's games in the order of play, each with what it did and why."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row

from services.ladder.domain.game import Game, Moment
from services.ladder.domain.points import PointRules
from services.ladder.store import games, players, seasons, sides
from services.ladder.views.games import names_in, of_game, person
from shared.errors import invalid_field
from shared.unit_of_work import UnitOfWork
from shared.web.paging import Page, cut


@dataclass(frozen=True, slots=True)
class Held:
    """Points and streak that a player had at some place in their history."""

    points: int
    streak: int


def page_of_games(uow: UnitOfWork, season_id: str, account_id: str, page: Page) -> dict[str, Any]:
    """A player's games of a season; those that have not ended come last. Raises `NotFound`."""
    season = seasons.one(uow, season_id)
    player = players.find(uow, season_id, account_id)
    if player is None:
        return {"items": [], "next": None}
    after, rules = _moment(page.after), PointRules(season.settings)
    rows = sides.history(uow, player.id, after, page.limit + 1)
    listed = cut(rows, page, key=lambda row: list(sides.moment_of(row)))
    held = _held_before(uow, player.id, listed["items"], rules)
    return {**listed, "items": _shown(uow, account_id, listed["items"], held, rules)}


def _held_before(
    uow: UnitOfWork, player_id: int, rows: Sequence[Row[Any]], rules: PointRules
) -> Held:
    last = sides.last_counted(uow, player_id, sides.moment_of(rows[0])) if rows else None
    if last is None:
        return Held(rules.start.points, rules.start.streak)
    return Held(last.points_after, last.streak_after)


def _shown(
    uow: UnitOfWork, account_id: str, rows: Sequence[Row[Any]], held: Held, rules: PointRules
) -> list[dict[str, Any]]:
    found = games.find(uow, [row.game_id for row in rows])
    names = names_in(uow, found.values())
    items = []
    for row in rows:
        game = found[row.game_id]
        opponent = next(one for one in game.players if one.account_id != account_id)
        after = Held(row.points_after, row.streak_after) if row.counted else held
        items.append(
            {
                "game_id": game.id,
                "opponent": person(opponent, names),
                **of_game(game),
                "outcome": _outcome(game, account_id),
                "change": after.points - held.points,
                "points_before": held.points,
                "points_after": after.points,
                "streak_after": after.streak,
                "explanation": _explanation(game, row, rules),
            }
        )
        held = after
    return items


def _outcome(game: Game, account_id: str) -> str | None:
    if game.winner is None:
        return None
    return "win" if game.players[game.winner].account_id == account_id else "loss"


def _explanation(game: Game, row: Row[Any], rules: PointRules) -> dict[str, Any]:
    if row.counted:
        return rules.explain(row.points_before, row.points_after, row.streak_after)
    if game.voided:
        return {"rule": "voided"}
    if not game.rated:
        return {"rule": "unrated"}
    return {"rule": "not_ended" if game.end is None else "no_winner"}


def _moment(cursor: Any) -> Moment | None:
    if cursor is None:
        return None
    match cursor:
        case [int(finished), int(started), str(game_id)]:
            return (finished, started, game_id)
    raise invalid_field("cursor", "not a cursor of this list")
