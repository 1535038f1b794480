"""Live duels at the desk: what the ladder tells, tables, and what is asked of them most."""

from datetime import datetime, timedelta
from typing import Any

from shared.events.catalogue import LadderGameCalledOff, LadderGameOpened, MatchResult
from tests.service.match.desk import Desk
from tests.service.match.telling import START

GAME = "g1"
ANAS, BEAS = "1122", "3456"
WRONG = "6666"


def after(seconds: float) -> datetime:
    return START + timedelta(seconds=seconds)


def opened(
    game_id: str = GAME, first: str = "ana", second: str = "bea", **changes: Any
) -> LadderGameOpened:
    """A rated game of the queue, with a minute to prepare, ten to solve, a minute's patience."""
    fields: dict[str, Any] = {
        "game_id": game_id,
        "season_id": "l1",
        "first": first,
        "second": second,
        "rated": True,
        "unrated_reason": None,
        "started_at": START,
        "preparation_seconds": 60,
        "solve_seconds": 600,
        "abandon_seconds": 60,
    }
    return LadderGameOpened(**{**fields, **changes})


def called_off(game_id: str = GAME) -> LadderGameCalledOff:
    return LadderGameCalledOff(game_id=game_id)


def begin(desk: Desk, match_id: str = GAME, first: str = "ana", second: str = "bea") -> None:
    """Both confirm their codes, and solving begins."""
    assert desk.code(first, ANAS, match_id).status_code == 200
    assert desk.code(second, BEAS, match_id).status_code == 200


def result(desk: Desk, match_id: str = GAME) -> MatchResult:
    """The one result told of a duel."""
    (told,) = [event for event in desk.emitted(MatchResult) if event.match_id == match_id]
    return told


def open_table(desk: Desk, who: str = "ana", **game: Any) -> Any:
    answer = desk.ask(who, "POST", "/tables", {"game": game} if game else {})
    assert answer.status_code == 201, answer.text
    return answer.json


def join(desk: Desk, who: str, table: Any) -> Any:
    return desk.ask(who, "POST", f"/tables/{table['invite_code']}/join")


def resign(desk: Desk, who: str, match_id: str = GAME) -> Any:
    return desk.ask(who, "POST", f"/matches/{match_id}/resign")
