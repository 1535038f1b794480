"""A running platform with people on it, and seasons of a few hours to race in."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import count
from typing import Any

from tests.clients import Answer, RunningPlatform

HOUR = timedelta(hours=1)
PASSWORD = "correct horse battery"
Body = Mapping[str, Any] | None


class Person:
    """Somebody logged in."""

    def __init__(self, arena: "Arena", session: Mapping[str, Any]) -> None:
        self._arena = arena
        self.token: str = session["access_token"]
        self.refresh_token: str = session["refresh_token"]
        self.id: str = session["account"]["id"]
        self.name: str = session["account"]["display_name"]

    def ask(self, method: str, path: str, body: Body = None, **headers: str) -> Answer:
        """Ask as this person; `If_Match` and the like are headers."""
        return self._arena.ask(method, path, body, self.token, **headers)

    def made(self, method: str, path: str, body: Body = None) -> Any:
        """Ask for something that must succeed; the body of the answer."""
        answer = self.ask(method, path, body)
        assert answer.status < 300, (method, path, answer)
        return answer.body

    # What races are about

    def save(self, match_id: str, code: str) -> Answer:
        return self.ask("PUT", f"/matches/{match_id}/code", {"code": code, "confirm": True})

    def attempt(self, match_id: str, number: int, guess: str, **headers: str) -> Answer:
        body = {"number": number, "guess": guess}
        return self.ask("POST", f"/matches/{match_id}/attempts", body, **headers)

    def clue(self, match_id: str, **headers: str) -> Answer:
        return self.ask("POST", f"/matches/{match_id}/clues", None, **headers)

    def side(self, match_id: str) -> Any:
        """This player's own side of a match."""
        return self.made("GET", f"/matches/{match_id}")["you"]

    def aura(self) -> Any:
        return self.made("GET", "/me/aura")


class Operator(Person):
    """The one of all tests, who outlasts a login: a token is good for minutes."""

    def ask(self, method: str, path: str, body: Body = None, **headers: str) -> Answer:
        answer = super().ask(method, path, body, **headers)
        if answer.status != 401:
            return answer
        self.token = self._arena.log_in_operator().token
        return super().ask(method, path, body, **headers)


@dataclass(frozen=True)
class Season:
    """A season of one round whose list is closed, and its matches."""

    id: str
    matches: list[Any]
    preparing_from: datetime
    solving_from: datetime
    closes_at: datetime

    @property
    def match(self) -> str:
        """The first match's id."""
        return str(self.matches[0]["id"])

    def match_of(self, player: Person) -> str:
        """The id of the match that somebody plays."""
        (found,) = (m["id"] for m in self.matches if player.id in _players(m))
        return str(found)


def _players(match: Any) -> set[str]:
    return {match[side]["account_id"] for side in ("first", "second")}


class Arena:
    """The platform, its operator, and whoever has come."""

    def __init__(self, platform: RunningPlatform) -> None:
        self.platform = platform
        self._names = (f"player {number}" for number in count(1))
        self.operator: Person = self.log_in_operator()

    def ask(
        self, method: str, path: str, body: Body = None, token: str | None = None, **headers: str
    ) -> Answer:
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.platform.client().request(method, f"/api/v1{path}", body, sent, token)

    def log_in(self, email: str, password: str = PASSWORD) -> Person:
        return Person(self, self._session(email, password))

    def log_in_operator(self) -> Operator:
        email, password = self.platform.operator_email, self.platform.operator_password
        return Operator(self, self._session(str(email), str(password)))

    def _session(self, email: str, password: str) -> Mapping[str, Any]:
        session = self.ask("POST", "/sessions", {"email": email, "password": password})
        assert session.status == 201, session.raw
        return dict(session.body)

    def newcomers(self, number: int) -> list[Person]:
        return [self.newcomer() for _ in range(number)]

    def newcomer(self) -> Person:
        """A new player."""
        name = next(self._names)
        account = {
            "email": f"{name.replace(' ', '')}@example.org",
            "password": PASSWORD,
            "display_name": name,
            "accept_rules": True,
        }
        assert self.ask("POST", "/accounts", account).status == 201
        return self.log_in(str(account["email"]))

    # Time

    @property
    def now(self) -> datetime:
        return datetime.fromisoformat(self.operator.made("GET", "/admin/clock")["now"])

    def move(self, to: datetime) -> Answer:
        return self.operator.ask("POST", "/admin/clock", {"now": to.isoformat()})

    def turn_clock(self, to: datetime) -> None:
        """Set the clock while everything goes on, and wait for nothing."""
        clock: Any = self.platform.platform.clock
        clock.move(to)

    # Seasons

    def announced(self, **settings: Any) -> str:
        """A season whose registration is open for two hours; preparing begins in three."""
        now = self.now
        given = {
            "name": "A short season",
            "format": "swiss",
            "swiss_rounds": 1,
            "time_zone": "UTC",
            "starts_at": (now + 3 * HOUR).isoformat(),
            "registration_opens_at": now.isoformat(),
            "registration_closes_at": (now + 2 * HOUR).isoformat(),
            "cadence": {"kind": "timed", "prepare_seconds": 3600, "solve_seconds": 3600},
            "game": {"code_length": 8, "symbols": 16, "max_attempts": 20},
            **settings,
        }
        return str(self.operator.made("POST", "/seasons", given)["id"])

    def season(self, *players: Person, **settings: Any) -> Season:
        """A season of these players whose round is paired and has not begun."""
        id = self.announced(**settings)
        for player in players:
            player.made("POST", f"/seasons/{id}/registration")
        self.operator.made("POST", f"/seasons/{id}/close-registration")
        self.platform.platform.settle()
        round_ = self.operator.made("GET", f"/seasons/{id}/rounds")["items"][0]
        matches = self.operator.made("GET", f"/seasons/{id}/rounds/1/matches")["items"]
        times = (round_[edge] for edge in ("preparing_from", "solving_from", "closes_at"))
        return Season(id, matches, *map(datetime.fromisoformat, times))

    def preparing(self, *players: Person, **settings: Any) -> Season:
        season = self.season(*players, **settings)
        self.move(season.preparing_from)
        return season

    def solving(self, *players: Person, **settings: Any) -> Season:
        season = self.season(*players, **settings)
        self.move(season.solving_from)
        return season

    def published(self, match_id: str, player: Person) -> Any:
        """A player's side of a closed match, as everybody sees it."""
        shown = self.ask("GET", f"/matches/{match_id}").body
        assert shown["state"] == "closed"
        (side,) = (shown[s] for s in ("first", "second") if shown[s]["account_id"] == player.id)
        return side

    def grant(self, player: Person, amount: int) -> None:
        body = {"amount": amount, "reason": "for the race"}
        self.operator.made("POST", f"/accounts/{player.id}/aura", body)
