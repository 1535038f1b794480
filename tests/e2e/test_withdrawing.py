"""What becomes of somebody who withdraws, and what the pages tell them of it before."""

from datetime import datetime, timedelta
from typing import Any

from tests.e2e.racing.arena import Arena, Person, Season

GUESS = "12345678"


def withdrawn(arena: Arena, **settings: Any) -> tuple[Season, Person]:
    """A season of four in whose first round one has withdrawn and plays on."""
    players = arena.newcomers(4)
    season = arena.solving(*players, **settings)
    leaver = players[0]
    leaver.made("DELETE", f"/seasons/{season.id}/registration")
    assert leaver.attempt(season.match_of(leaver), 1, GUESS).status == 201
    arena.move(season.closes_at)
    (result,) = [one for one in results(arena, season, 1) if one["id"] == season.match_of(leaver)]
    assert result["result"]["by"] == "forfeit"
    return season, leaver


def results(arena: Arena, season: Season, number: int) -> list[Any]:
    path = f"/seasons/{season.id}/rounds/{number}/matches"
    return list(arena.operator.made("GET", path)["items"])


def told(arena: Arena, season: Season, language: str) -> str:
    headers = {"Accept-Language": language}
    page = arena.platform.client().request("GET", f"/seasons/{season.id}/rules", headers=headers)
    assert page.status == 200
    return page.raw.decode()


def of(player: Person, matches: list[Any]) -> list[Any]:
    return [
        m for m in matches if player.id in (m["first"]["account_id"], m["second"]["account_id"])
    ]


def test_in_a_swiss_the_round_that_is_paired_is_played_and_no_other(arena: Arena) -> None:
    season, leaver = withdrawn(arena, swiss_rounds=2)
    following = results(arena, season, 2)
    assert following
    assert of(leaver, following) == []
    assert "A round that is already paired you still play" in told(arena, season, "en")
    assert "emparejada todavía la juegas" in told(arena, season, "es")


def test_in_a_round_robin_matches_after_the_open_round_are_forfeited(arena: Arena) -> None:
    season, leaver = withdrawn(arena, format="double_round_robin", swiss_rounds=None)
    (match,) = of(leaver, results(arena, season, 2))
    (second,) = [
        one
        for one in arena.operator.made("GET", f"/seasons/{season.id}/rounds")["items"]
        if one["number"] == 2
    ]
    arena.move(datetime.fromisoformat(second["preparing_from"]))
    refused = leaver.save(match["id"], GUESS)
    assert (refused.status, refused.body["code"]) == (409, "withdrawn")
    arena.move(datetime.fromisoformat(second["closes_at"]) + timedelta(seconds=1))
    (closed,) = of(leaver, results(arena, season, 2))
    assert closed["result"]["by"] == "double_forfeit"
    assert "You still play the round that is on" in told(arena, season, "en")
    assert "Todavía juegas la ronda en curso" in told(arena, season, "es")
