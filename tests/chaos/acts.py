"""What a player and an operator do once each in the midst of it: somebody leaves during the first
round, and a result of the first round is corrected during the second.
"""

from collections.abc import Callable
from concurrent.futures import Executor, Future
from random import Random

from shared.ids import new_id
from tests.chaos.people import Contestant
from tests.short_season import Member
from tests.waiting import until

OBEYED_SECONDS = 180.0
OUTCOME = "draw"


class Acts:
    """Does each act in the background, for its answer may have to wait for another service."""

    def __init__(self, season_id: str, operator: Member, pool: Executor, rng: Random) -> None:
        self._path = f"/seasons/{season_id}"
        self._operator, self._pool, self._rng = operator, pool, rng
        self._begun: dict[str, Future[None]] = {}
        self.left: Contestant | None = None
        self.corrected: str | None = None

    def do_what_is_due(self, phase: tuple[int, str] | None, contestants: list[Contestant]) -> None:
        if phase == (1, "solving"):
            self._once("leave", lambda: self._leave(self._rng.choice(contestants)))
        if phase is not None and phase[0] > 1:
            self._once("correct", self._correct)

    def finish(self) -> None:
        """Wait for both to be done; their failures come up here."""
        assert set(self._begun) == {"leave", "correct"}
        for begun in self._begun.values():
            begun.result(OBEYED_SECONDS)

    def _once(self, name: str, act: Callable[[], None]) -> None:
        if name not in self._begun:
            self._begun[name] = self._pool.submit(act)

    def _leave(self, contestant: Contestant) -> None:
        self.left = contestant
        answer = contestant.ask("DELETE", f"{self._path}/registration")
        assert answer.status == 204, answer.raw

    def _correct(self) -> None:
        chosen = until(self._not_drawn, OBEYED_SECONDS, "results of the first round")
        body = {"outcome": OUTCOME, "reason": "a mistake of ours"}
        # Asked again for want of an answer, it must not be corrected again: the key sees to that.
        key = {"Idempotency-Key": new_id()}
        answer = self._operator.ask("POST", f"/matches/{chosen}/correct", body, key)
        assert answer.status == 200, answer.raw
        self.corrected = chosen

    def _not_drawn(self) -> str | None:
        """A match of the first round with another outcome, once their results are out."""
        matches = self._operator.call("GET", f"{self._path}/rounds/1/matches?limit=200")["items"]
        found = [m["id"] for m in matches if m["result"] and m["result"]["outcome"] != OUTCOME]
        return str(self._rng.choice(found)) if found else None
