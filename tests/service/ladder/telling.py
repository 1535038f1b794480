"""What the match service tells of live duels."""

from datetime import timedelta
from typing import Any

from shared.events.catalogue import DuelOpened, LadderGameOpened, MatchResult
from tests.service.ladder.harness import START, account


def opened(game: LadderGameOpened | None, **more: Any) -> DuelOpened:
    """The duel of a game has opened, or another one."""
    told = {
        "match_id": game.game_id if game else "duel",
        "kind": "ladder",
        "origin": "queue",
        "first": game.first if game else account("a"),
        "second": game.second if game else account("b"),
        "first_is_guest": False,
        "second_is_guest": False,
        "rated": game.rated if game else False,
        "unrated_reason": game.unrated_reason if game else "private",
        "opened_at": START + timedelta(hours=1),
        "preparing_until": START + timedelta(hours=2),
    }
    return DuelOpened(**{**told, **more})


def ended(game: LadderGameOpened | None, outcome: str, **more: Any) -> MatchResult:
    """The duel of a game has ended, or another one."""
    told = {
        "match_id": game.game_id if game else "duel",
        "kind": "ladder",
        "season_id": None,
        "round": None,
        "first": game.first if game else account("a"),
        "second": game.second if game else account("b"),
        "outcome": outcome,
        "by": "attempts" if outcome in ("first", "second") else "unsolved",
        "left": None,
        "left_phase": None,
        "started_at": START + timedelta(hours=1),
        "finished_at": START + timedelta(hours=2),
        "revision": 1,
        "annulled": False,
        "act": None,
        "acts": 0,
        "attempt_difference": 0,
    }
    for side in ("first", "second"):
        told |= {f"{side}_played": True, f"{side}_attempts": 3}
        told |= {f"{side}_solved": outcome == side, f"{side}_points": 0}
    return MatchResult(**{**told, **more})
