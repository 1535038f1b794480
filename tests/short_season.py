"""A season of a minute, played over HTTP on the real clock, whatever goes down meanwhile.

Calls that get no answer, or a 503, are made again; all of them are harmless to repeat.
"""

import http.client
import threading
import time
from datetime import timedelta
from random import Random
from typing import Any, Protocol

from shared.clock import real_now
from tests.clients import Answer

SYMBOLS = "123456"
CODE_LENGTH = 4
PATIENCE = 90.0
_TRY_AGAIN = (429, 503)


class Client(Protocol):
    """A way to the platform; it raises `OSError` or `HTTPException` if there is no answer."""

    def request(
        self,
        method: str,
        path: str,
        json: Any = None,
        headers: dict[str, str] | None = None,
        token: str | None = None,
    ) -> Answer: ...


class Member:
    """Somebody with a login, patient with servers that are away."""

    def __init__(self, client: Client, email: str, password: str) -> None:
        self._client = client
        self._credentials = {"email": email, "password": password}
        self._token: str | None = None

    def register(self, name: str) -> None:
        body = {**self._credentials, "display_name": name, "accept_rules": True}
        answer = self._patiently("POST", "/accounts", body)
        assert answer.status == 201 or answer.body["code"] == "email_taken", answer.raw

    def ask(
        self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None
    ) -> Answer:
        """The answer, whatever it is, once there is one."""
        for _ in range(2):
            token = self._token or self._log_in()
            answer = self._patiently(method, path, body, headers, token)
            if answer.status != 401:
                break
            # A season may outlast a login.
            self._token = None
        return answer

    def call(self, method: str, path: str, body: Any = None) -> Any:
        answer = self.ask(method, path, body)
        assert answer.status < 300, (method, path, answer.status, answer.raw)
        return answer.body

    def _log_in(self) -> str:
        session = self._patiently("POST", "/sessions", self._credentials)
        assert session.status == 201, session.raw
        self._token = str(session.body["access_token"])
        return self._token

    def _patiently(
        self,
        method: str,
        path: str,
        body: Any,
        headers: dict[str, str] | None = None,
        token: str | None = None,
    ) -> Answer:
        pause, deadline = threading.Event(), time.monotonic() + PATIENCE
        while True:
            try:
                answer = self._client.request(method, f"/api/v1{path}", body, headers, token)
                if answer.status not in _TRY_AGAIN:
                    return answer
            except (OSError, http.client.HTTPException):
                answer = None
            assert time.monotonic() < deadline, (method, path, answer and answer.raw)
            pause.wait(0.3)


RESUMED = {"reason": "the machine is back"}


class Player(Member):
    """Confirms a code in each match, and guesses at random."""

    def __init__(self, client: Client, number: int) -> None:
        super().__init__(client, f"short{number}@example.org", f"password of short {number}")
        self.register(f"Short {number}")
        self._random = Random(number)

    def act(self, season_id: str) -> bool:
        """Do one thing in the open match of the season; whether there was anything to do."""
        for match in self.call("GET", "/me/matches?state=open")["items"]:
            if match["season_id"] == season_id:
                return self._act_in(match)
        return False

    def _act_in(self, match: dict[str, Any]) -> bool:
        path, you = f"/matches/{match['id']}", match["you"]
        if match["state"] == "preparing" and not you["code_confirmed"]:
            answer = self.ask("PUT", f"{path}/code", {"code": self._draw(), "confirm": True})
        elif match["state"] == "solving" and you["attempts_left"]:
            guess = {"number": len(you["attempts"]) + 1, "guess": self._draw()}
            answer = self.ask("POST", f"{path}/attempts", guess)
        else:
            return False
        # The phase may end between the look and the move.
        assert answer.status in (200, 201, 409), answer.raw
        return True

    def _draw(self) -> str:
        return "".join(self._random.sample(SYMBOLS, CODE_LENGTH))


class ShortSeason:
    """Announced at once, and begun in `lead_seconds`; `step` lets everybody do one thing, until
    it is finished.
    """

    def __init__(
        self,
        client: Client,
        operator: tuple[str, str],
        *,
        players: int = 4,
        rounds: int = 3,
        lead_seconds: int = 10,
        prepare_seconds: int = 6,
        solve_seconds: int = 12,
    ) -> None:
        self.operator = Member(client, *operator)
        self.players = [Player(client, number) for number in range(players)]
        self.rounds = rounds
        began = time.monotonic()
        for member in (self.operator, *self.players):
            # Logging in takes its time; later it would be the season's.
            member.call("GET", "/me")
        # Where that was slow, so is registering.
        lead_seconds += int(time.monotonic() - began)
        self.id = self._announce(lead_seconds, prepare_seconds, solve_seconds)
        for player in self.players:
            player.call("POST", f"/seasons/{self.id}/registration")

    @property
    def state(self) -> str:
        return str(self.look()["state"])

    def look(self) -> dict[str, Any]:
        return dict(self.operator.call("GET", f"/seasons/{self.id}"))

    def step(self) -> bool:
        """Whether anybody did anything."""
        return sum(player.act(self.id) for player in self.players) > 0

    def play(self, seconds: float = 300.0) -> None:
        """Until it is finished. If processes were away so long that it is held, it is resumed."""
        pause, deadline = threading.Event(), time.monotonic() + seconds
        while (shown := self.look())["state"] in ("draft", "registration", "running"):
            assert time.monotonic() < deadline, shown
            if shown["held"]:
                self.operator.ask("POST", f"/seasons/{self.id}/resume", RESUMED)
            if not self.step():
                pause.wait(0.3)

    def matches(self, number: int) -> list[dict[str, Any]]:
        path = f"/seasons/{self.id}/rounds/{number}/matches?limit=200"
        shown = self.operator.ask("GET", path)
        listed = shown.body["items"] if shown.status == 200 else []
        return [self.operator.call("GET", f"/matches/{match['id']}") for match in listed]

    def table(self) -> list[dict[str, Any]]:
        path = f"/seasons/{self.id}/standings?limit=200"
        return list(self.operator.call("GET", path)["items"])

    def check_finished(self) -> None:
        """Every round was played, nobody met the same twice, and the table counts it all."""
        assert self.state == "finished"
        matches = [match for n in range(1, self.rounds + 1) for match in self.matches(n)]
        assert len(matches) == self.rounds * len(self.players) // 2
        assert all(match["state"] == "closed" and match["result"] for match in matches)
        assert len({_pair(match) for match in matches}) == len(matches)
        table = self.table()
        assert len(table) == len(self.players)
        assert all(row["played"] == self.rounds for row in table)

    def _announce(self, lead_seconds: int, prepare_seconds: int, solve_seconds: int) -> str:
        now = real_now()
        start = (now + timedelta(seconds=lead_seconds)).isoformat()
        season = self.operator.call(
            "POST",
            "/seasons",
            {
                "name": f"Short season of {now.isoformat()}",
                "format": "swiss",
                "swiss_rounds": self.rounds,
                "min_participants": 2,
                "time_zone": "Europe/Madrid",
                "registration_opens_at": now.isoformat(),
                "registration_closes_at": start,
                "starts_at": start,
                "cadence": {
                    "kind": "timed",
                    "prepare_seconds": prepare_seconds,
                    "solve_seconds": solve_seconds,
                    "break_seconds": 0,
                },
                "game": {"code_length": CODE_LENGTH, "symbols": len(SYMBOLS), "repeats": False},
            },
        )
        return str(season["id"])


def _pair(match: dict[str, Any]) -> frozenset[str]:
    return frozenset(match[side]["account_id"] for side in ("first", "second"))
