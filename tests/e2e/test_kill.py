"""Killed again and again while rounds close, a season ends as if nothing had happened."""

import shutil
import threading
from contextlib import suppress
from random import Random
from typing import Any

from tests.e2e import league
from tests.e2e.running import Away, JustaUp

KILLS = {"open": 1, "close": 2, "move": 0}
MOVES_BETWEEN_KILLS = 15
NEVER = 3600.0


class Steady:
    """Calls that survive kills: what got no answer is asked again of the next start."""

    def __init__(self, start, data) -> None:
        self._start = start
        self._data = data
        self.starts = 0
        # In how many seconds each of the next calls, or the next tries of one, is struck.
        self.kills_to_come: list[float] = []
        self.up = self._begin()

    def __call__(self, who: int | None, method: str, path: str, body: Any = None) -> Any:
        while True:
            with suppress(Away):
                return self._ask(who, method, path, body)
            self.restart()

    def _ask(self, who: int | None, method: str, path: str, body: Any) -> Any:
        token = self._token(who)
        killer = self._next_killer()
        try:
            status, answer = self.up.call(method, path, body, token)
        finally:
            killer.cancel()
        assert status < 300, (method, path, status, answer)
        return answer

    def restart(self) -> None:
        self.up.kill()
        self.up = self._begin()

    def _next_killer(self) -> threading.Timer:
        """Strikes during the call that is to come, if any kill is planned."""
        seconds = self.kills_to_come.pop() if self.kills_to_come else NEVER
        killer = threading.Timer(seconds, self.up.kill)
        killer.daemon = True
        killer.start()
        return killer

    def _token(self, who: int | None) -> str:
        if who not in self._tokens:
            self._tokens[who] = self.up.log_in(**({} if who is None else league.credentials(who)))
        return self._tokens[who]

    def _begin(self) -> JustaUp:
        self.starts += 1
        self._tokens: dict[int | None, str] = {}
        return self._start(self._data, "--clock", "manual").ready()


def _play_undisturbed(start, data, season: str) -> str:
    call = Steady(start, data)
    for _ in league.play(call, season):
        pass
    told = league.history(call, season)
    assert call.starts == 1
    assert call.up.stop() == 0
    return told


def _play_among_kills(start, data, season: str) -> str:
    call, random, moves = Steady(start, data), Random(5), 0
    for coming in league.play(call, season):
        moves += coming == "move"
        if coming == "move" and moves % MOVES_BETWEEN_KILLS == 0:
            call.restart()
        # The clock is on its way when each kill strikes, and is asked to move again.
        kills = KILLS[coming]
        call.kills_to_come = [random.uniform(0.002, 0.1) for _ in range(kills)]
    told = league.history(call, season)
    assert call.starts > 10
    return told


def test_a_season_among_kills_ends_like_an_undisturbed_one(start, tmp_path):
    first = start(tmp_path / "data", "--clock", "manual").ready()
    season = league.set_up(first)
    assert first.stop() == 0
    shutil.copytree(tmp_path / "data", tmp_path / "copy")
    undisturbed = _play_undisturbed(start, tmp_path / "copy", season)
    assert '"season": "finished"' in undisturbed
    assert _play_among_kills(start, tmp_path / "data", season) == undisturbed
