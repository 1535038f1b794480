"""Shorthand of the tests of the queue: its calls, pairings, and friendly duels."""

from typing import Any

from shared.events.catalogue import DuelOpened, LadderGameOpened
from tests.service.ladder.harness import Ladder, account, caller
from tests.service.ladder.telling import opened

OUT = {"state": "none", "since": None, "match_id": None}


def join(ladder: Ladder, letter: str) -> Any:
    answer = ladder.call("PUT", "/queue", caller=caller(letter))
    assert answer.status_code == 200, answer.text
    return answer.json


def look(ladder: Ladder, letter: str) -> Any:
    return ladder.get("/queue", caller(letter))


def refused(ladder: Ladder, letter: str) -> tuple[int, str]:
    answer = ladder.call("PUT", "/queue", caller=caller(letter))
    return answer.status_code, answer.json["code"]


def last_game(ladder: Ladder) -> LadderGameOpened:
    return ladder.emitted(LadderGameOpened)[-1]


def paired(ladder: Ladder, one: str, other: str) -> LadderGameOpened:
    """The two join and are paired; the game."""
    before = len(ladder.emitted(LadderGameOpened))
    join(ladder, one)
    join(ladder, other)
    assert len(ladder.emitted(LadderGameOpened)) == before + 1
    return last_game(ladder)


def friendly(match_id: str, letters: str, **more: Any) -> DuelOpened:
    players = {"first": account(letters[0]), "second": account(letters[1])}
    return opened(None, match_id=match_id, kind="friendly", origin="private", **players, **more)
