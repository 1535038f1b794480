"""Live duels over HTTP on the whole embedded platform: from the queue, at tables, alone."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import pytest

from tests.clients import Client, RunningPlatform
from tests.waiting import until

API = "/api/v1"
CODE = {"ana": "1122", "bea": "3456"}
WRONG = "6666"


@dataclass
class Person:
    """Somebody with a login, who expects to be answered well."""

    client: Client
    id: str = ""
    token: str | None = None

    def ask(self, method: str, path: str, body: Any = None, status: int = 200) -> Any:
        answer = self.client.request(method, API + path, body, token=self.token)
        assert answer.status == status, (method, path, answer.body)
        return answer.body

    def confirm(self, match_id: str, code: str) -> None:
        self.ask("PUT", f"/matches/{match_id}/code", {"code": code, "confirm": True})

    def attempt(self, match_id: str, number: int, guess: str) -> Any:
        body = {"number": number, "guess": guess}
        return self.ask("POST", f"/matches/{match_id}/attempts", body, 201)


@dataclass
class Cast:
    """Two players and a guest, while a ladder season is on."""

    ana: Person
    bea: Person
    guest: Person
    season: str

    def game(self, who: Person, match_id: str) -> Any:
        """A game in somebody's history, once it has ended there."""
        path = f"/ladder/seasons/{self.season}/players/{who.id}/games"

        def ended() -> Any:
            games = who.ask("GET", path)["items"]
            return [g for g in games if g["game_id"] == match_id and g["finished_at"]]

        (found,) = until(ended, 60, "the game")
        return found


@pytest.fixture
def cast(platform: RunningPlatform) -> Cast:
    login = {"email": platform.operator_email, "password": platform.operator_password}
    return assemble(platform.client(), login, platform.platform.settle)


def assemble(
    client: Client, operator: Any, settle: Callable[[], None], now: datetime | None = None
) -> Cast:
    """Make accounts, and a ladder season that is active `now`, or by the manual clock."""
    olga = _logged_in(client, operator)
    now = now or datetime.fromisoformat(olga.ask("GET", "/admin/clock")["now"])
    season = {
        "name": "Winter",
        "starts_at": _text(now - timedelta(days=1)),
        "ends_at": _text(now + timedelta(days=30)),
    }
    made = olga.ask("POST", "/ladder/seasons", season, 201)
    people = [_player(client, name) for name in CODE]
    session = Person(client).ask("POST", "/guests", {"display_name": "Gus"}, 201)
    guest = Person(client, session["account"]["id"], session["access_token"])
    settle()
    return Cast(*people, guest, made["id"])


def _text(instant: datetime) -> str:
    return instant.isoformat().replace("+00:00", "Z")


def _player(client: Client, name: str) -> Person:
    login = {"email": f"{name}@example.org", "password": f"the password of {name}"}
    account = {**login, "display_name": name.title(), "accept_rules": True}
    Person(client).ask("POST", "/accounts", account, 201)
    return _logged_in(client, login)


def _logged_in(client: Client, login: Any) -> Person:
    session = Person(client).ask("POST", "/sessions", login, 201)
    return Person(client, session["account"]["id"], session["access_token"])


def test_a_rated_game_from_the_queue_to_the_ranking(cast: Cast) -> None:
    for who in (cast.ana, cast.bea):
        who.ask("PUT", "/ladder/queue")

    def matched() -> str | None:
        ticket = cast.ana.ask("GET", "/ladder/queue")
        return ticket["match_id"] if ticket["state"] == "matched" else None

    match_id = until(matched, what="a duel")
    assert match_id is not None
    shown = cast.bea.ask("GET", f"/matches/{match_id}")
    assert (shown["kind"], shown["rated"], shown["game_id"]) == ("ladder", True, match_id)
    cast.ana.confirm(match_id, CODE["ana"])
    cast.bea.confirm(match_id, CODE["bea"])
    cast.ana.attempt(match_id, 1, CODE["bea"])
    cast.bea.attempt(match_id, 1, WRONG)
    assert cast.ana.ask("GET", f"/matches/{match_id}")["result"]["by"] == "only_solver"
    (row, other) = cast.ana.ask("GET", f"/ladder/seasons/{cast.season}/ranking")["items"]
    assert (row["account_id"], row["points"], row["wins"]) == (cast.ana.id, 1510, 1)
    assert (other["account_id"], other["losses"]) == (cast.bea.id, 1)
    game = cast.game(cast.bea, match_id)
    assert (game["ending"], game["outcome"]) == ("win", "loss")


def test_a_table_with_a_guest(cast: Cast) -> None:
    play_at_a_table(cast)


def play_at_a_table(cast: Cast) -> None:
    """A guest invites Ana, who resigns; then she may join the queue."""
    table = cast.guest.ask("POST", "/tables", {}, 201)
    match = cast.ana.ask("POST", f"/tables/{table['invite_code']}/join")
    assert match["first"]["display_name"] == "Gus"
    assert (match["rated"], match["unrated_reason"]) == (False, "private")
    assert cast.guest.ask("GET", f"/tables/{table['id']}")["match_id"] == match["id"]
    cast.guest.confirm(match["id"], "1234")
    cast.ana.confirm(match["id"], CODE["ana"])
    cast.guest.attempt(match["id"], 1, WRONG)
    cast.ana.ask("POST", f"/matches/{match['id']}/resign")
    game = cast.game(cast.ana, match["id"])
    assert (game["rated"], game["unrated_reason"]) == (False, "private")
    assert (game["ending"], game["outcome"], game["change"]) == ("resignation", "loss", 0)
    cast.ana.ask("PUT", "/ladder/queue")


@pytest.mark.parametrize("level", ["easy", "normal", "perfect"])
def test_a_game_against_the_computer(cast: Cast, level: str) -> None:
    play_the_computer(cast, level)


def play_the_computer(cast: Cast, level: str) -> None:
    """A game that is lost, and stands in the history."""
    match = cast.ana.ask("POST", "/tables/computer", {"level": level}, 201)
    assert match["second"]["display_name"] == f"Computer ({level})"
    _is_refused(cast.ana)
    cast.ana.confirm(match["id"], "3156")
    for number in range(1, 11):
        if cast.ana.ask("GET", f"/matches/{match['id']}")["state"] == "closed":
            break
        cast.ana.attempt(match["id"], number, WRONG)
    shown = cast.guest.ask("GET", f"/matches/{match['id']}")
    assert shown["state"] == "closed"
    assert len(shown["first"]["attempts"]) == len(shown["second"]["attempts"])
    game = cast.game(cast.ana, match["id"])
    assert (game["unrated_reason"], game["rated"]) == ("computer", False)


def _is_refused(who: Person) -> None:
    refused = who.ask("PUT", "/ladder/queue", status=409)
    assert refused["code"] == "already_playing"


def test_the_queue_knows_at_once_who_plays(cast: Cast) -> None:
    begin_and_end_in_quick_succession(cast)


def begin_and_end_in_quick_succession(cast: Cast) -> None:
    """Whatever is answered is in force in the queue as well, each time."""
    for _ in range(10):
        match = cast.ana.ask("POST", "/tables/computer", {"level": "easy"}, 201)
        _is_refused(cast.ana)
        cast.ana.ask("POST", f"/matches/{match['id']}/resign")
        cast.ana.ask("PUT", "/ladder/queue")
        cast.ana.ask("DELETE", "/ladder/queue", status=204)


def test_deadlines_come_with_the_clock(cast: Cast, platform: RunningPlatform) -> None:
    """Moving the manual clock stops where a duel falls due."""
    table = cast.ana.ask("POST", "/tables", {}, 201)
    match = cast.bea.ask("POST", f"/tables/{table['invite_code']}/join")
    cast.ana.confirm(match["id"], CODE["ana"])
    later = datetime.fromisoformat(match["preparing_until"]) + timedelta(hours=1)
    platform.platform.move_clock(later)
    shown = cast.guest.ask("GET", f"/matches/{match['id']}")
    assert (shown["state"], shown["result"]["by"]) == ("closed", "preparation_timeout")
    game = cast.game(cast.bea, match["id"])
    assert datetime.fromisoformat(game["finished_at"]) == later - timedelta(hours=1)
    assert (game["ending"], game["phase"]) == ("preparation_timeout", "preparing")
