"""A season's closed matches in full: what everybody may know, and nothing of what is open."""

from typing import Any

import pytest

from shared.events.catalogue import PairedMatch
from tests.service.match.desk import Desk, refusal
from tests.service.match.telling import CLOSE, SOLVING, announced, closed, disqualified, paired


@pytest.fixture
def played(desk: Desk) -> Desk:
    """Round 1 has closed with two matches, round 2 is open."""
    both = [
        PairedMatch(match_id="m1", first="ana", second="bea"),
        PairedMatch(match_id="m0", first="cai", second="dia"),
    ]
    desk.tell(announced(), paired(1, both), paired(2))
    desk.code("ana", "1234")
    desk.code("bea", "4321")
    desk.move(SOLVING)
    desk.attempt("ana", 1, "4321")
    desk.tell(closed())
    desk.move(CLOSE)
    return desk


def listed(desk: Desk, query: str = "") -> Any:
    answer = desk.ask(None, "GET", f"/seasons/s1/matches{query}")
    assert answer.status_code == 200, answer.text
    return answer.json


def test_closed_matches_come_in_full_and_in_the_order_of_the_pairing(played: Desk) -> None:
    shown = listed(played)
    assert [match["id"] for match in shown["items"]] == ["m1", "m0"]
    first = shown["items"][0]
    assert {name: first[name] for name in played.look(None)} == played.look(None)
    assert first["first"]["attempts"][0]["guess"] == "4321"
    (revision,) = first["revisions"]
    assert (revision["act"], revision["acts"], revision["reason"]) == (None, 0, None)


def test_nobody_gets_to_see_more_there(played: Desk) -> None:
    for who in ("ana", "op"):
        answer = played.ask(who, "GET", "/seasons/s1/matches")
        assert answer.json == listed(played)


def test_every_revision_has_its_number_among_the_acts(played: Desk) -> None:
    played.tell(disqualified("dia", 2))
    body = {"outcome": "draw", "reason": "seen on video"}
    assert played.ask("op", "POST", "/matches/m1/correct", body).status_code == 200
    first, second = listed(played)["items"][0]["revisions"]
    assert (first["acts"], second["act"], second["acts"]) == (0, 2, 2)
    assert (second["outcome"], second["reason"]) == ("draw", "seen on video")


def test_it_comes_in_pages(played: Desk) -> None:
    first = listed(played, "?limit=1")
    rest = listed(played, f"?limit=1&cursor={first['next']}")
    assert [m["id"] for m in first["items"] + rest["items"]] == ["m1", "m0"]
    assert rest["next"] is None
    for cursor in ("x", "WzFd", "ImEi"):
        answer = played.ask(None, "GET", f"/seasons/s1/matches?cursor={cursor}")
        assert refusal(answer) == (422, "invalid")


def test_an_unknown_season_has_none(desk: Desk) -> None:
    assert desk.ask(None, "GET", "/seasons/s9/matches").status_code == 404
