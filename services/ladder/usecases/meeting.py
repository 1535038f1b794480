"""Telling operators' eyes, in the gateway, of games that were played elsewhere."""

from services.ladder.domain.game import Game, Origin
from shared.events.catalogue import ReportedGameEnded


def is_meeting(game: Game) -> bool:
    """Whether a game has ended in which two accounts met by the queue.

    Friends meet as they like.
    """
    return game.end is not None and game.origin is Origin.QUEUE and len(game.accounts) == 2


def ended_event(game: Game) -> ReportedGameEnded:
    """The fact of a meeting."""
    assert game.end is not None, "a meeting has ended"
    first, second = game.accounts
    return ReportedGameEnded(
        game_id=game.id,
        season_id=game.season_id,
        first=first,
        second=second,
        winner=None if game.winner is None else ("first", "second")[game.winner],
        ended_at=game.end.finished_at,
    )
