"""Games as clients see them."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from services.ladder.domain.game import Game, Player
from services.ladder.domain.points import Form
from services.ladder.store import adjustments, games, players, seasons, sides
from services.ladder.store.players import Stored
from shared.errors import invalid_field
from shared.names import names_of
from shared.unit_of_work import UnitOfWork
from shared.web.paging import Page, cut


def one(uow: UnitOfWork, game_id: str) -> dict[str, Any]:
    """Raises `NotFound`."""
    return shown(uow, games.one(uow, game_id))


def shown(uow: UnitOfWork, game: Game) -> dict[str, Any]:
    """A game with what it did to its players, as things stand now."""
    names = names_in(uow, [game])
    found = players.of_accounts(uow, game.season_id, game.accounts)
    shown_players = [
        {**person(one, names), **_change(uow, game, found.get(one.account_id or ""))}
        for one in game.players
    ]
    return {
        "game_id": game.id,
        "season_id": game.season_id,
        "players": shown_players,
        **of_game(game),
        "winner": game.winner,
        "left": game.end.left if game.end else None,
    }


def of_game(game: Game) -> dict[str, Any]:
    """What lists and single views tell of a game."""
    end = game.end
    return {
        "origin": game.origin.value,
        "started_at": game.started_at,
        "finished_at": end.finished_at if end else None,
        "ending": end.ending.value if end else None,
        "phase": end.phase.value if end and end.phase else None,
        "rated": game.rated,
        "unrated_reason": game.unrated_reason.value if game.unrated_reason else None,
        "voided": game.voided,
        "under_review": game.under_review,
    }


def person(player: Player, names: dict[str, str]) -> dict[str, Any]:
    """One of the two; guests and the computer have a name and no account."""
    shown_as = player.account_id or player.visitor_id
    name = names[shown_as] if shown_as else player.guest
    return {"account_id": player.account_id, "display_name": name}


def names_in(uow: UnitOfWork, found: Iterable[Game]) -> dict[str, str]:
    """The names of everybody in some games who is known by an id."""
    ids = (one.account_id or one.visitor_id for game in found for one in game.players)
    return names_of(uow, (account_id for account_id in ids if account_id is not None))


def form(form: Form) -> dict[str, Any]:
    return {
        "points": form.points,
        "streak": form.streak,
        "rated_games": form.rated_games,
        "wins": form.wins,
        "losses": form.losses,
    }


def disqualification(uow: UnitOfWork, season_id: str, account_id: str) -> dict[str, Any]:
    """A disqualification in force."""
    act = adjustments.last_on(uow, season_id, account_id)
    assert act is not None, "who is disqualified was so by an act"
    name = names_of(uow, [account_id])[account_id]
    said = {"reason": act.reason, "disqualified_at": act.at}
    return {"account_id": account_id, "display_name": name, **said}


def page_of_unended(uow: UnitOfWork, page: Page) -> dict[str, Any]:
    """Games that started and have not ended, those that started first at the top."""
    found = games.unended(uow, _place(page.after), page.limit + 1)
    cut_page = cut(found, page, key=lambda game: [game.started_at.isoformat(), game.id])
    names = names_in(uow, cut_page["items"])
    return {**cut_page, "items": [_unended(game, names) for game in cut_page["items"]]}


def _unended(game: Game, names: dict[str, str]) -> dict[str, Any]:
    people = [person(player, names) for player in game.players]
    known = {"game_id": game.id, "season_id": game.season_id, "players": people}
    return {**known, **of_game(game)}


def _change(uow: UnitOfWork, game: Game, stored: Stored | None) -> dict[str, Any]:
    """What a game did to one of its players, and where that left them; nulls for a guest."""
    if stored is None:
        return {"change": 0, "points_after": None, "streak_after": None}
    row = sides.last_counted(uow, stored.id, game.moment, itself=True)
    if row is None:
        start = seasons.one(uow, game.season_id).settings.start_points
        return {"change": 0, "points_after": start, "streak_after": 0}
    change = row.points_after - row.points_before if row.game_id == game.id else 0
    after = {"points_after": row.points_after, "streak_after": row.streak_after}
    return {"change": change, **after}


def _place(cursor: Any) -> tuple[datetime, str] | None:
    if cursor is None:
        return None
    match cursor:
        case [str(start), str(game_id)]:
            try:
                return datetime.fromisoformat(start), game_id
            except ValueError:
                pass
    raise invalid_field("cursor", "not a cursor of this list")
