"""The eight invented players, each with a way of their own."""

import hmac
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from services.app.demo.account import Account, Login
from services.app.demo.client import Client
from services.app.demo.solving import Game, Seen, Strategy, clumsy, forgetful, logical, thorough
from services.match.domain.feedback import Feedback


@dataclass(frozen=True)
class Character:
    """Who they are. `confirms`: whether they hand in a code, or leave it to be drawn;
    `comes`: whether they play at all in a round of that number.
    """

    name: str
    strategy: Strategy
    confirms: bool = True
    comes: Callable[[int], bool] = lambda _round: True


CAST: tuple[Character, ...] = (
    Character("Ada", thorough),
    Character("Boris", logical),
    Character("Chloé", logical),
    Character("Dmitri", forgetful),
    Character("Esther", forgetful),
    Character("Farid", clumsy),
    Character("Grace", clumsy, confirms=False),
    Character("Hugo", logical, comes=lambda number: number % 2 == 1),
)
ORGANISER = "Olivia"


def login_of(name: str, secret: str) -> Login:
    """A login that is the same after every restart, and that nobody else can guess."""
    email = f"{name.lower()}@demo.justa.example".encode("ascii", "ignore").decode()
    password = hmac.digest(secret.encode(), f"demo {name}".encode(), "sha256").hex()
    return Login(email, password, f"{name} (demo)")


class Player:
    """One of them at a client of their own."""

    def __init__(self, character: Character, client: Client, secret: str, random: Random) -> None:
        self._character = character
        self._random = random
        self._joined: str | None = None
        self.account = Account(client, login_of(character.name, secret))

    def join(self, season_id: str) -> None:
        if season_id != self._joined:
            self.account.call("POST", f"/seasons/{season_id}/registration")
            self._joined = season_id

    def act(self, season_id: str, attempts: int = 1) -> None:
        """Do what there is to do in each open match of the season, with so many attempts at once.

        May raise `Untimely`: a phase can end between the look and the move.
        """
        for match in self.account.call("GET", "/me/matches?state=open")["items"]:
            if match["season_id"] != season_id or not self._character.comes(match["round"]):
                continue
            if match["state"] == "preparing":
                self._prepare(match)
            elif match["state"] == "solving":
                self._solve(match, attempts)

    def _prepare(self, match: dict[str, Any]) -> None:
        if self._character.confirms and not match["you"]["code_confirmed"]:
            code = self._random.choice(_game_of(match).codes())
            body = {"code": code, "confirm": True}
            self.account.call("PUT", f"/matches/{match['id']}/code", body)

    def _solve(self, match: dict[str, Any], attempts: int) -> None:
        game, seen = _game_of(match), _seen(match["you"]["attempts"])
        left = match["you"]["attempts_left"]
        for _ in range(attempts):
            if not left:
                return
            guess = self._character.strategy(game, seen, self._random)
            body = {"number": len(seen) + 1, "guess": guess}
            made = self.account.call("POST", f"/matches/{match['id']}/attempts", body)
            seen += _seen([made])
            left = made["attempts_left"]


def _game_of(match: dict[str, Any]) -> Game:
    game = match["game"]
    return Game(game["code_length"], game["symbols"], game["repeats"])


def _seen(attempts: Sequence[dict[str, Any]]) -> list[Seen]:
    return [Seen(one["guess"], Feedback(one["exact"], one["partial"])) for one in attempts]
