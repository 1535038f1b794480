"""A small league played over HTTP, every move of it following from who plays in which round."""

import hashlib
import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from tests.e2e.running import JustaUp

PLAYERS = 7
GAME = {"code_length": 8, "symbols": 16, "repeats": True, "max_attempts": 6}
SYMBOLS = "123456789ABCDEFG"
DAY_BEFORE, FIRST_DAY = "2040-02-28T12:00:00Z", "2040-03-01"

Call = Callable[..., Any]
"""Calls as somebody (an index; None: the operator): `call(who, method, path, body)` -> body."""


def set_up(up: JustaUp) -> str:
    """Accounts, a season of four Swiss rounds and its registrations; the season's id."""
    operator = up.log_in()
    assert up.call("POST", "/admin/clock", {"now": "2040-02-20T12:00:00Z"}, operator)[0] == 200
    status, season = up.call("POST", "/seasons", _settings(), operator)
    assert status == 201, season
    for player in range(PLAYERS):
        account = {**credentials(player), "display_name": f"P{player}", "accept_rules": True}
        assert up.call("POST", "/accounts", account)[0] == 201
        token = up.log_in(**credentials(player))
        path = f"/seasons/{season['id']}/registration"
        assert up.call("POST", path, token=token)[0] == 201
    assert up.call("POST", "/admin/clock", {"now": DAY_BEFORE}, operator)[0] == 200
    return str(season["id"])


def credentials(player: int) -> dict[str, str]:
    return {"email": f"p{player}@example.org", "password": f"password of {player}"}


def play(call: Call, season: str) -> Iterator[str]:
    """Play to the end, yielding what comes next so that others may disturb it.

    `open` and `close` move the clock over the start of a phase and the end of a round, `move` is
    a player's.
    """
    for number in range(1, 5):
        times = call(None, "GET", f"/seasons/{season}/rounds")["items"][number - 1]
        yield from _clock(call, times["preparing_from"], "open")
        matches = call(None, "GET", f"/seasons/{season}/rounds/{number}/matches")["items"]
        for match in matches:
            yield from _moves(call, match, number, _prepare)
        yield from _clock(call, times["solving_from"], "open")
        for match in matches:
            yield from _moves(call, match, number, _solve)
        yield from _clock(call, times["closes_at"], "close")


def history(call: Call, season: str) -> str:
    """Everything public about how it went, as text; ids and instants of real time left out."""
    told = {"season": call(None, "GET", f"/seasons/{season}")["state"]}
    for number in range(1, 5):
        table = call(None, "GET", f"/seasons/{season}/standings?round={number}")
        told[f"table {number}"] = [table["complete"], table["revision"], table["items"]]
        matches = call(None, "GET", f"/seasons/{season}/rounds/{number}/matches")["items"]
        told[f"round {number}"] = sorted(
            (m["first"]["display_name"], m["second"]["display_name"], m["result"], m["pairing"])
            for m in matches
        )
    return json.dumps(told, indent=1, sort_keys=True)


def _settings() -> dict[str, Any]:
    return {
        "name": "League of seven",
        "format": "swiss",
        "swiss_rounds": 4,
        "time_zone": "Europe/Madrid",
        "starts_on": FIRST_DAY,
        "registration_opens_at": "2040-02-20T12:00:00Z",
        "registration_closes_at": DAY_BEFORE,
        "game": GAME,
    }


def _clock(call: Call, instant: str, coming: str) -> Iterator[str]:
    yield coming
    call(None, "POST", "/admin/clock", {"now": instant})


def _moves(call: Call, match: dict[str, Any], number: int, move: Call) -> Iterator[str]:
    players = [int(match[side]["display_name"][1:]) for side in ("first", "second")]
    for player, opponent in (players, players[::-1]):
        if not _is_absent(player, number):
            yield "move"
            move(call, match["id"], number, player, opponent)


def _prepare(call: Call, match_id: str, number: int, player: int, _opponent: int) -> None:
    body = {"code": _code(player, number), "confirm": True}
    call(player, "PUT", f"/matches/{match_id}/code", body)


def _solve(call: Call, match_id: str, number: int, player: int, opponent: int) -> None:
    """Solve in a number of attempts of one's own; against a code drawn by the server, fail."""
    needed = 1 + (3 * player + number) % 6
    for attempt in range(1, needed + 1):
        guess = _code(opponent, number) if attempt == needed else "1" * 7 + SYMBOLS[attempt]
        call(player, "POST", f"/matches/{match_id}/attempts", {"number": attempt, "guess": guess})


def _is_absent(player: int, number: int) -> bool:
    return (player + number) % 5 == 0


def _code(player: int, number: int) -> str:
    seed = hashlib.sha256(f"{player} in {number}".encode()).hexdigest()
    return "".join(Random(seed).choices(SYMBOLS, k=8))
