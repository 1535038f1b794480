"""A league in which every move follows from who meets whom, played in one world or in several.

Worlds that began with the same past play on alike, so that they must end alike.
"""

import hashlib
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Any, Protocol

from services.app.platform import Wsgi
from services.scheduler.store import presence
from shared.heartbeat import BEAT
from shared.runtime import Runtime
from tests.clients import Client
from tests.integration.full_platform import StandingClock
from tests.waiting import until

SYMBOLS = "123456789ABCDEFG"
LENGTH, ATTEMPTS = 6, 5
# Shorter than what the scheduler would take for an absence of the platform.
PHASE = timedelta(seconds=20)
PATIENCE = 60.0


class World(Protocol):
    wsgi: Wsgi
    runtimes: dict[str, Runtime]


class League:
    """`worlds` are played in at once; the clock is theirs together."""

    def __init__(self, clock: StandingClock, *worlds: World, players: int = 6, rounds: int = 3):
        self.clock, self.worlds = clock, list(worlds)
        self.names = [f"Player {number}" for number in range(players)]
        self.rounds = rounds
        self._logins = {name: name for name in ("operator", *self.names)}
        self._tokens: dict[str, str] = {}
        self.season = ""

    def begin(self) -> None:
        """Accounts, the season and its registrations, up to the first pairing."""
        (world,) = self.worlds
        for name in self.names:
            account = {**self._credentials(name), "display_name": name, "accept_rules": True}
            self.call(world, None, "POST", "/accounts", account)
        self.season = self.call(world, "operator", "POST", "/seasons", self._settings())["id"]
        # The clock that stands still has been there before: what is due is done by its timer.
        until(lambda: self._look(world)["state"] == "registration", PATIENCE)
        for name in self.names:
            self.call(world, name, "POST", f"/seasons/{self.season}/registration")
        self._move(self.clock.now() + PHASE)
        self.await_round(1)

    def play(self, number: int) -> None:
        """A round from its pairing to its table."""
        self.prepare(number)
        self.solve(number)
        self.close(number)

    def prepare(self, number: int, names: Sequence[str] | None = None) -> None:
        for world in self.worlds:
            for match, player, _ in self._sides(world, number, names):
                body = {"code": self._code(player, number), "confirm": True}
                self.call(world, player, "PUT", f"/matches/{match}/code", body)

    def solve(self, number: int) -> None:
        self._move(self.times(number)[0])
        for world in self.worlds:
            for match, player, opponent in self._sides(world, number):
                self._attempt(world, match, number, player, opponent)

    def close(self, number: int) -> None:
        self._move(self.times(number)[1])
        for world in self.worlds:
            self.await_table(world, number)
        if number < self.rounds:
            self.await_round(number + 1)

    def await_round(self, number: int) -> None:
        """Until every world has paired it, and the clock has come to its beginning."""
        for world in self.worlds:
            until(lambda w=world: self._is_paired(w, number), PATIENCE, f"round {number}")  # type: ignore[misc]
        begins = datetime.fromisoformat(self._round(self.worlds[0], number)["preparing_from"])
        self._move(max(begins, self.clock.now()))

    def await_table(self, world: World, number: int) -> None:
        path = f"/api/v1/seasons/{self.season}/standings?round={number}"

        def look() -> bool:
            told = Client(world.wsgi).request("GET", path)
            return told.status == 200 and told.body["complete"]

        until(look, PATIENCE, f"the table after round {number}")

    def await_end(self) -> None:
        for world in self.worlds:
            until(lambda w=world: self._look(w)["state"] == "finished", PATIENCE, "the end")  # type: ignore[misc]

    def history(self, world: World) -> dict[str, Any]:
        """Everything public about how it went, and everybody's own; no ids made on the way."""
        told: dict[str, Any] = {"season": self._look(world)}
        for number in range(self.rounds + 1):
            table = self._get(world, f"/seasons/{self.season}/standings?round={number}")
            told[f"table {number}"] = [table["complete"], table["revision"], table["items"]]
        for number in range(1, self.rounds + 1):
            told[f"round {number}"] = self._round(world, number)
            told[f"matches {number}"] = sorted(
                (self._told(world, match) for match in self._matches(world, number)), key=repr
            )
        crosstable = self._get(world, f"/seasons/{self.season}/crosstable")
        told["crosstable"] = _without_match_ids(crosstable)
        told["people"] = self._get(world, f"/seasons/{self.season}/participants")
        for name in self.names:
            told[name] = [self.call(world, name, "GET", path) for path in ("/me", "/me/aura")]
        return told

    def rename(self, name: str, new: str) -> None:
        """Somebody goes by another name from now on."""
        for world in self.worlds:
            self.call(world, name, "PATCH", "/me", {"display_name": new})
        self.names[self.names.index(name)] = new
        self._logins[new] = self._logins.pop(name)

    def call(self, world: World, who: str | None, method: str, path: str, body: Any = None) -> Any:
        """As a player by name, as the `operator`, or as nobody."""
        token = self._token(world, who) if who else None
        answer = Client(world.wsgi).request(method, f"/api/v1{path}", body, token=token)
        assert answer.status < 300, (method, path, answer.status, answer.body)
        return answer.body

    def _move(self, to: datetime) -> None:
        """Let that instant come, and be noticed before the next one: else nobody was there."""
        self.clock.move(to)
        for world in self.worlds:
            until(lambda w=world: self._is_awake(w), PATIENCE, "a sign of life")  # type: ignore[misc]

    def _is_awake(self, world: World) -> bool:
        with world.runtimes["scheduler"].reading() as uow:
            seen_at = presence.last_seen(uow)
        return seen_at is not None and self.clock.now() - seen_at < BEAT

    def _token(self, world: World, who: str) -> str:
        """Logged in once, in whatever world: a login goes with the accounts."""
        login = self._logins[who]
        if login not in self._tokens:
            session = self.call(world, None, "POST", "/sessions", self._credentials(who))
            self._tokens[login] = session["access_token"]
        return self._tokens[login]

    def _credentials(self, who: str) -> dict[str, str]:
        address = f"{self._logins[who].lower().replace(' ', '')}@example.org"
        return {"email": address, "password": "correct horse battery"}

    def _settings(self) -> dict[str, Any]:
        now = self.clock.now()
        start = (now + PHASE).isoformat()
        seconds = int(PHASE.total_seconds())
        return {
            "name": "A league that goes its way",
            "format": "swiss",
            "swiss_rounds": self.rounds,
            "time_zone": "Europe/Madrid",
            "registration_opens_at": now.isoformat(),
            "registration_closes_at": start,
            "starts_at": start,
            "cadence": {
                "kind": "timed",
                "prepare_seconds": seconds,
                "solve_seconds": seconds,
                "break_seconds": 0,
            },
            "game": {"code_length": LENGTH, "symbols": 16, "max_attempts": ATTEMPTS},
        }

    def _attempt(self, world: World, match: str, number: int, player: str, opponent: str) -> None:
        """Solve in a number of attempts of one's own, or not at all."""
        needed = 1 + (3 * self.names.index(player) + number) % (ATTEMPTS + 1)
        for attempt in range(1, min(needed, ATTEMPTS) + 1):
            right = self._code(opponent, number)
            wrong = right[:-1] + ("1" if right[-1] != "1" else "2")
            body = {"number": attempt, "guess": right if attempt == needed else wrong}
            self.call(world, player, "POST", f"/matches/{match}/attempts", body)

    def _code(self, player: str, number: int) -> str:
        seed = hashlib.sha256(f"{player} in {number}".encode()).hexdigest()
        return "".join(Random(seed).choices(SYMBOLS, k=LENGTH))

    def _sides(
        self, world: World, number: int, names: Sequence[str] | None = None
    ) -> Iterator[tuple[str, str, str]]:
        """Match, player and opponent, for each of those named in the round."""
        for match in self._matches(world, number):
            first, second = (match[side]["display_name"] for side in ("first", "second"))
            for player, opponent in ((first, second), (second, first)):
                if names is None or player in names:
                    yield match["id"], player, opponent

    def _told(self, world: World, summary: dict[str, Any]) -> Any:
        match = self._get(world, f"/matches/{summary['id']}")
        return {name: value for name, value in match.items() if name != "id"}, summary["pairing"]

    def times(self, number: int) -> tuple[datetime, datetime]:
        times = self._round(self.worlds[0], number)
        at = datetime.fromisoformat
        return at(times["solving_from"]), at(times["closes_at"])

    def _round(self, world: World, number: int) -> dict[str, Any]:
        rounds = self._get(world, f"/seasons/{self.season}/rounds")["items"]
        return dict(rounds[number - 1]) if len(rounds) >= number else {}

    def _matches(self, world: World, number: int) -> list[dict[str, Any]]:
        path = f"/seasons/{self.season}/rounds/{number}/matches?limit=200"
        return list(self._get(world, path)["items"])

    def _is_paired(self, world: World, number: int) -> bool:
        """Known to those who play it."""
        path = f"/api/v1/seasons/{self.season}/rounds/{number}/matches"
        told = Client(world.wsgi).request("GET", path)
        return told.status == 200 and len(told.body["items"]) == len(self.names) // 2

    def _look(self, world: World) -> dict[str, Any]:
        return dict(self._get(world, f"/seasons/{self.season}"))

    def _get(self, world: World, path: str) -> Any:
        return self.call(world, None, "GET", path)


def _without_match_ids(value: Any) -> Any:
    if isinstance(value, dict):
        kept = {name: inner for name, inner in value.items() if name != "match_id"}
        return {name: _without_match_ids(inner) for name, inner in kept.items()}
    return [_without_match_ids(inner) for inner in value] if isinstance(value, list) else value
