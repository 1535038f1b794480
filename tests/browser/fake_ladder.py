"""The ladder and live duels as the interface tells them, in place of services that are to come.

One season with a ranking, one player's games, a queue that finds nobody, and one friendly game
against the computer that stands where it is told to.
"""

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from tests.browser.site import Site

SEASON = "11111111-1111-7111-8111-111111111111"
GAME = "22222222-2222-7222-8222-222222222222"
MATCH = "33333333-3333-7333-8333-333333333333"
SETTINGS = {
    "start_points": 1500,
    "floor": 1500,
    "win_points": 10,
    "streak_step": 3,
    "streak_cap": 12,
    "loss_brackets": [{"from": 1500, "cost": 5}, {"from": 1600, "cost": 8}],
    "rematch_limit": 2,
    "rematch_hours": 24,
    "prize_min_games": 20,
    "preparation_seconds": 60,
    "solve_seconds": 600,
    "abandon_seconds": 60,
    "report_grace_seconds": 3600,
}


class FakeLadder:
    """Answers what is the ladder's; passes all else on."""

    def __init__(self, site: Site) -> None:
        gateway = site.running.platform.runtimes["gateway"]
        self._ids = site.ids
        self._inner = gateway.extras["ports"].services
        self.waiting = False
        self.state = "preparing"
        gateway.extras["ports"] = replace(gateway.extras["ports"], services=self)

    def call(
        self, service: str, environ: dict[str, Any], start_response: Callable[..., Any]
    ) -> Iterable[bytes]:
        path = environ["PATH_INFO"].removeprefix("/api/v1")
        answer = self._answer(environ["REQUEST_METHOD"], path)
        if answer is None:
            inner: Iterable[bytes] = self._inner.call(service, environ, start_response)
            return inner
        start_response("200 OK", [("Content-Type", "application/json")])
        return [json.dumps(answer).encode()]

    def _answer(self, method: str, path: str) -> Any:
        if path == "/ladder/queue":
            self.waiting = {"PUT": True, "DELETE": False}.get(method, self.waiting)
            state = "waiting" if self.waiting else "none"
            return {"state": state, "since": "2030-04-01T21:59:20Z", "match_id": None}
        if path == f"/matches/{MATCH}":
            return self._match()
        if path == "/tables/computer":
            return self._match()
        for pattern, answer in self._reads().items():
            if re.fullmatch(pattern, path):
                return answer()
        return None

    def _reads(self) -> dict[str, Callable[[], Any]]:
        base = f"/ladder/seasons/{SEASON}"
        return {
            "/ladder/seasons/current": self._season,
            "/ladder/seasons": lambda: {"items": [self._season()], "next": None},
            base: self._season,
            f"{base}/ranking": self._ranking,
            f"{base}/ranking/.+": lambda: {**self._rows()[1], "around": self._rows()},
            f"{base}/players/.+/games": self._games,
        }

    def _season(self) -> dict[str, Any]:
        return {
            "id": SEASON,
            "name": "Spring ladder",
            "starts_at": "2030-03-01T00:00:00Z",
            "ends_at": "2030-05-01T00:00:00Z",
            "state": "active",
            "settings": SETTINGS,
            "pending": 1,
            "prize": [],
        }

    def _rows(self) -> list[dict[str, Any]]:
        return [
            {
                "position": position,
                "account_id": self._ids[name],
                "display_name": name,
                "points": 1560 - 17 * position,
                "rated_games": 9 - position,
                "wins": 5 - position,
                "losses": 4,
                "streak": 3 - position,
                "last_finished_at": "2030-03-30T20:00:00Z",
            }
            for position, name in enumerate(("Bea", "Ana", "Dana"), 1)
        ]

    def _ranking(self) -> dict[str, Any]:
        out = {"account_id": self._ids["Carlos"], "display_name": "Carlos"}
        return {"items": self._rows(), "next": None, "disqualified": [out]}

    def _games(self) -> dict[str, Any]:
        win = {"rule": "win", "base": 10, "streak_before": 1, "streak_bonus": 3}
        loss = {
            "rule": "loss",
            "bracket": {"from": 1500, "to": 1599},
            "cost": 5,
            "paid": 3,
            "spared_by_floor": 2,
        }
        return {
            "items": [
                self._game("win", 10, 1500, {**win, "streak_before": 0, "streak_bonus": 0}),
                self._game("win", 13, 1510, win),
                self._game("loss", -5, 1523, {**loss, "spared_by_floor": 0}),
                self._game(None, 0, 1518, {"rule": "no_winner"}) | {"ending": "no_winner"},
                self._game("loss", 0, 1518, {"rule": "voided"}) | {"voided": True},
                self._game("win", 0, 1518, {"rule": "unrated"})
                | {"rated": False, "unrated_reason": "rematch_limit"},
            ],
            "next": None,
        }

    def _game(
        self, outcome: str | None, change: int, before: int, explanation: dict[str, Any]
    ) -> dict[str, Any]:
        return {
            "game_id": GAME,
            "opponent": {"account_id": self._ids["Bea"], "display_name": "Bea"},
            "started_at": "2030-03-30T19:50:00Z",
            "finished_at": "2030-03-30T20:00:00Z",
            "ending": "win",
            "phase": "play",
            "rated": True,
            "unrated_reason": None,
            "outcome": outcome,
            "change": change,
            "points_before": before,
            "points_after": before + change,
            "streak_after": 0,
            "explanation": explanation,
            "voided": False,
        }

    def _match(self) -> dict[str, Any]:
        closed = self.state == "closed"
        attempts = [{"number": 1, "guess": "1122", "exact": 1, "partial": 2, "at": _NOON}]
        other = {"code": "2134", "code_generated": False, "attempts": attempts, "clues": []}
        told = {**other, "solved": False} if closed else {}
        return {
            "id": MATCH,
            "kind": "friendly",
            "season_id": None,
            "round": None,
            "state": self.state,
            "preparing_until": "2030-04-01T22:01:00Z",
            "solving_until": None if self.state == "preparing" else "2030-04-01T22:10:00Z",
            "game": {"code_length": 4, "symbols": 6, "repeats": True, "max_attempts": 10},
            "clues": None,
            "first": {"account_id": self._ids["Ana"], "display_name": "Ana", **told},
            "second": {"account_id": "computer", "display_name": "Computer", **told},
            "game_id": GAME,
            "rated": False,
            "unrated_reason": "computer",
            "you": {
                "side": "first",
                "code": None,
                "code_confirmed": False,
                "attempts": [] if self.state == "preparing" else attempts,
                "solved": False,
                "clues": [],
                "attempts_left": 9,
            },
            "result": _RESIGNED if closed else None,
        }


_NOON = "2030-04-01T22:00:00Z"
_RESIGNED = {
    "outcome": "second",
    "by": "resignation",
    "points": {"first": 0, "second": 0},
    "attempt_difference": 0,
    "revision": 1,
    "annulled": False,
}
