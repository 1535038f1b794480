"""The ladder's games: their live duels open when both players are free, unless they are called off.

The ladder decides; whatever it tells may come twice and in any order.
"""

from datetime import datetime
from typing import Any

from services.match.domain.duel import Side
from services.match.domain.errors import AlreadyPlaying
from services.match.domain.live import Clocks, Origin, Terms
from services.match.domain.settings import GameSettings
from services.match.store import accounts, duels, ladder_games
from services.match.usecases import live_duels
from shared.events.catalogue import LadderGameCalledOff, LadderGameOpened
from shared.unit_of_work import UnitOfWork


def open_game(uow: UnitOfWork, event: LadderGameOpened) -> None:
    """Open a game's duel, or let it wait until both of its players are out of others."""
    game = ladder_games.lock(uow, event.game_id)
    if game.called_off or game.started_at is not None:
        return
    ladder_games.change(uow, event.game_id, waiting=True, **ladder_games.values_of(event))
    _open(uow, event.game_id)


def call_off(uow: UnitOfWork, event: LadderGameCalledOff) -> None:
    """Never open a game's duel, or close it without a winner if it is open already."""
    ladder_games.lock(uow, event.game_id)
    ladder_games.change(uow, event.game_id, called_off=True, waiting=False)
    if duels.exists(uow, event.game_id):
        live_duels.close(uow, event.game_id)


def next_opening(uow: UnitOfWork) -> datetime | None:
    """Since when a game waits that can open now."""
    due = ladder_games.next_to_open(uow)
    return due[0] if due else None


def open_waiting(uow: UnitOfWork) -> None:
    """Open the game that has waited longest."""
    due = ladder_games.next_to_open(uow)
    if due is not None:
        _open(uow, due[1])


def _open(uow: UnitOfWork, game_id: str) -> None:
    game = ladder_games.lock(uow, game_id)
    if not game.waiting:
        return
    try:
        with uow.savepoint():
            players = (game.first, game.second)
            duel = live_duels.open_duel(uow, game_id, players, GameSettings(), _terms(game))
    except AlreadyPlaying:
        return
    ladder_games.change(uow, game_id, waiting=False)
    gone = accounts.deleted(uow, players)
    for side in Side:
        if duel.player(side).account_id in gone:
            live_duels.resign_of(uow, game_id, duel.player(side).account_id)


def _terms(game: Any) -> Terms:
    clocks = Clocks(game.preparation_seconds, game.solve_seconds, game.abandon_seconds)
    return Terms(Origin.QUEUE, game.rated, game.unrated_reason, clocks)
