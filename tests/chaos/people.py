"""Who plays in the league: patient with gateways that are away, and keeping a list of every move
that the platform accepted.
"""

import http.client
import threading
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Any

from shared.ids import new_id
from tests.clients import Answer, with_token
from tests.deployment import request
from tests.reference.feedback import all_codes, feedback
from tests.reference.plan import Game
from tests.short_season import Member

GAME = Game(code_length=3, symbols=5, repeats=True, max_attempts=5)
CODES = all_codes(GAME.code_length, GAME.symbols, GAME.repeats)
ANSWER_SECONDS = 20.0


class Gateways:
    """The gateway at several addresses: whoever finds one away tries the next."""

    def __init__(self, addresses: list[str]) -> None:
        self._addresses = addresses
        self._turns = count()
        self._lock = threading.Lock()

    def request(
        self,
        method: str,
        path: str,
        json: Any = None,
        headers: dict[str, str] | None = None,
        token: str | None = None,
    ) -> Answer:
        sent = with_token(headers, token)
        first = self._next()
        try:
            return request(first, method, path, json, sent, ANSWER_SECONDS)
        except (OSError, http.client.HTTPException):
            return request(self._next(), method, path, json, sent, ANSWER_SECONDS)

    def _next(self) -> str:
        with self._lock:
            return self._addresses[next(self._turns) % len(self._addresses)]


@dataclass(frozen=True)
class Move:
    """An attempt that was accepted, with the feedback that it got."""

    guess: str
    exact: int
    partial: int


@dataclass
class Accepted:
    """What the platform has said yes to: codes by match, attempts by match and number."""

    codes: dict[str, str] = field(default_factory=dict)
    attempts: dict[tuple[str, int], Move] = field(default_factory=dict)


class Contestant(Member):
    """Guesses what can still be the code. Some confirm no code, some stay away from a match."""

    def __init__(self, client: Gateways, number: int, rng: Random) -> None:
        super().__init__(client, f"chaos{number}@example.org", f"password of chaos {number}")
        self.register(f"Chaos {number}")
        self.accepted = Accepted()
        self._rng = rng
        self._away: dict[str, bool] = {}

    def act(self, season_id: str) -> bool | None:
        """Do one thing in the open match; False: nothing is left to do; None: there is none."""
        for match in self.call("GET", "/me/matches?state=open")["items"]:
            if match["season_id"] == season_id:
                return self._act_in(match)
        return None

    def _act_in(self, match: dict[str, Any]) -> bool:
        you, id = match["you"], match["id"]
        if self._away.setdefault(id, self._rng.random() < 0.06):
            return False
        if match["state"] == "preparing" and not you["code_confirmed"]:
            return self._confirm(id)
        if match["state"] == "solving" and you["attempts_left"]:
            self._attempt(id, you["attempts"])
            return True
        return False

    def _confirm(self, match_id: str) -> bool:
        if self._rng.random() < 0.1:
            return False
        code = self._rng.choice(CODES)
        body = {"code": code, "confirm": True}
        answer = self.ask("PUT", f"/matches/{match_id}/code", body)
        if answer.status == 200:
            assert answer.body["code_confirmed"], answer.raw
            self.accepted.codes[match_id] = code
        else:
            self._too_late(answer)
        return True

    def _attempt(self, match_id: str, made: list[dict[str, Any]]) -> None:
        body = {"number": len(made) + 1, "guess": self._guess(made)}
        # A repeated request is harmless with a key and, by its number, without one.
        headers = {"Idempotency-Key": new_id()} if self._rng.random() < 0.5 else None
        for _ in range(2 if self._rng.random() < 0.2 else 1):
            answer = self.ask("POST", f"/matches/{match_id}/attempts", body, headers)
            if answer.status in (200, 201):
                self._keep(match_id, body, answer.body)
            else:
                self._too_late(answer)

    def _keep(self, match_id: str, asked: dict[str, Any], told: dict[str, Any]) -> None:
        move = Move(told["guess"], told["exact"], told["partial"])
        assert (told["number"], move.guess) == (asked["number"], asked["guess"]), told
        known = self.accepted.attempts.setdefault((match_id, told["number"]), move)
        assert known == move, f"{known} was told otherwise the second time: {move}"

    def _too_late(self, answer: Answer) -> None:
        """The phase may end between the look and the move."""
        late = ("not_preparing", "not_solving", "withdrawn")
        assert answer.status == 409, answer.raw
        assert answer.body["code"] in late, answer.raw

    def _guess(self, made: list[dict[str, Any]]) -> str:
        told = [(one["guess"], (one["exact"], one["partial"])) for one in made]
        fitting = [c for c in CODES if all(feedback(c, guess) == seen for guess, seen in told)]
        return self._rng.choice(fitting)
