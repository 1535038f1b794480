"""A caller whom kills of `justa up` do not stop."""

import threading
from contextlib import suppress
from typing import Any

from tests.e2e import league
from tests.e2e.running import Away, JustaUp

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

    def __call__(self, who: int | str | None, method: str, path: str, body: Any = None) -> Any:
        """The body of an answer that is no refusal, asked as a player, the operator (None) or
        with a key."""
        while True:
            with suppress(Away):
                return self._ask(who, method, path, body)
            self.restart()

    def _ask(self, who: int | str | None, method: str, path: str, body: Any) -> Any:
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

    def _token(self, who: int | str | None) -> str:
        if isinstance(who, str):
            return who
        if who not in self._tokens:
            self._tokens[who] = self.up.log_in(**({} if who is None else league.credentials(who)))
        return self._tokens[who]

    def _begin(self) -> JustaUp:
        self.starts += 1
        self._tokens: dict[int | None, str] = {}
        return self._start(self._data, "--clock", "manual").ready()
