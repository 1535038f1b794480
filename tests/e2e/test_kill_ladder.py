"""Killed while games are reported and a ranking is confirmed, the ladder loses and doubles none."""

from random import Random
from typing import Any

from tests.e2e import league
from tests.e2e.steady import Steady

START, PLAYED = "2040-01-01T00:00:00Z", "2040-01-01T12:00:00Z"
END, FINAL = "2040-01-02T00:00:00Z", "2040-01-02T01:00:00Z"


def _set_up(call: Steady) -> tuple[str, str, list[str]]:
    """A ladder season, a game server's key, and two accounts."""
    call(None, "POST", "/admin/clock", {"now": PLAYED})
    season = {"name": "L", "starts_at": START, "ends_at": END, "settings": {"rematch_limit": 9}}
    ladder = call(None, "POST", "/ladder/seasons", season)["id"]
    key = call(None, "POST", "/api-keys", {"name": "cards", "role": "game_server"})["key"]
    ids = []
    for player in (0, 1):
        account = {**league.credentials(player), "display_name": f"P{player}"}
        made = call.up.call("POST", "/accounts", {**account, "accept_rules": True})[1]
        ids.append(made["id"])
    return ladder, key, ids


def _report(number: int, ids: list[str]) -> dict[str, Any]:
    """The first player wins every game; one follows the other by a minute."""
    minute = f"2040-01-01T01:{number:02}:00Z"
    return {
        "external_id": f"game {number}",
        "origin": "queue",
        "players": [{"account_id": account} for account in ids],
        "started_at": minute,
        "finished_at": minute,
        "ending": "win",
        "phase": "play",
        "winner": 0,
    }


def test_games_among_kills_count_once(start, tmp_path):
    call, random = Steady(start, tmp_path / "data"), Random(7)
    ladder, key, ids = _set_up(call)
    told = []
    for number in range(4):
        call.kills_to_come = [random.uniform(0.002, 0.05)] if number == 1 else []
        told.append(call(key, "POST", "/ladder/games", _report(number, ids))["game_id"])
    call(None, "POST", f"/ladder/games/{told[1]}/void", {"reason": "played by another"})
    # Answered, and nothing more: what follows from it is still to be told to others.
    call.restart()
    call.kills_to_come = [random.uniform(0.002, 0.1)]
    call(None, "POST", "/admin/clock", {"now": FINAL})
    path = f"/ladder/seasons/{ladder}"
    shown = call(None, "GET", path)
    assert (shown["state"], shown["revision"]) == ("final", 1)
    # 10, 13 and 16 for three wins in a row; the floor spares whoever lost them.
    rows = call(None, "GET", f"{path}/ranking")["items"]
    won, lost = ((row["points"], row["wins"], row["losses"]) for row in rows)
    assert (won, lost) == ((1539, 3, 0), (1500, 0, 3))
    games = call(None, "GET", f"{path}/players/{ids[0]}/games")["items"]
    assert sorted(game["game_id"] for game in games) == sorted(told)
    assert call(None, "GET", f"{path}/verification")["differences"] == []
    assert call.starts > 1
