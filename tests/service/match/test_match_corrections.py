"""Annulling and correcting results."""

from typing import Any

import pytest

from shared.events.catalogue import MatchResult, PairedMatch, ParticipantBarred
from tests.service.match.desk import Desk, refusal
from tests.service.match.telling import (
    CLOSE,
    HOUR,
    SOLVING,
    announced,
    cancelled,
    closed,
    disqualified,
    paired,
    solving_opened,
)


@pytest.fixture(autouse=True)
def won(desk: Desk) -> None:
    """Ana has beaten Bea by two attempts."""
    desk.tell(announced(), paired(), paired(2), solving_opened())
    desk.code("ana", "1234")
    desk.code("bea", "4321")
    desk.move(SOLVING)
    desk.attempt("ana", 1, "1111")
    desk.attempt("ana", 2, "4321")
    desk.attempt("bea", 1, "1111")
    desk.tell(closed())
    desk.move(CLOSE)


def annul(desk: Desk, match_id: str = "m1", who: str | None = "op") -> Any:
    return desk.ask(who, "POST", f"/matches/{match_id}/annul", {"reason": "one person"})


def correct(desk: Desk, outcome: str, match_id: str = "m1", who: str | None = "op") -> Any:
    body = {"outcome": outcome, "reason": "seen on video"}
    return desk.ask(who, "POST", f"/matches/{match_id}/correct", body)


def test_an_annulled_match_counts_for_nothing_and_keeps_its_outcome(desk: Desk) -> None:
    before = desk.look(None)["result"]
    answer = annul(desk)
    assert answer.status_code == 200
    assert answer.json == desk.look(None)
    assert answer.json["result"] == {
        "outcome": "first",
        "by": before["by"],
        "points": {"first": 0, "second": 0},
        "attempt_difference": 0,
        "revision": 2,
        "annulled": True,
    }


@pytest.mark.parametrize(
    ("outcome", "points"),
    [("first", (3, 0)), ("second", (0, 3)), ("draw", (1, 1)), ("none", (0, 0))],
)
def test_a_corrected_match_gives_the_points_of_its_new_outcome(
    desk: Desk, outcome: str, points: tuple[int, int]
) -> None:
    annul(desk)
    assert correct(desk, outcome).json["result"] == {
        "outcome": outcome,
        "by": "corrected",
        "points": {"first": points[0], "second": points[1]},
        "attempt_difference": 0,
        "revision": 3,
        "annulled": False,
    }
    told = desk.emitted(MatchResult)[-1]
    assert (told.first_solved, told.first_attempts) == (True, 2)


def test_a_repeat_makes_no_revision(desk: Desk) -> None:
    annul(desk)
    assert annul(desk).json["result"]["revision"] == 2
    correct(desk, "draw")
    assert correct(desk, "draw").json["result"]["revision"] == 3
    assert [event.revision for event in desk.emitted(MatchResult)] == [1, 2, 3]


def test_acts_are_numbered_in_their_season(desk: Desk) -> None:
    annul(desk)
    desk.tell(disqualified("bea", from_round=3))
    correct(desk, "second")
    desk.tell(closed(2, departures=1))
    desk.move(CLOSE + 2 * HOUR)
    correct(desk, "draw", "m2")
    numbers = [(e.match_id, e.revision, e.act, e.acts) for e in desk.emitted(MatchResult)]
    assert numbers == [
        ("m1", 1, None, 0),
        ("m1", 2, 1, 1),
        ("m1", 3, 3, 3),
        ("m2", 1, None, 3),
        ("m2", 2, 4, 4),
    ]
    assert [event.act for event in desk.emitted(ParticipantBarred)] == [2]


def test_every_revision_is_public_with_its_reason(desk: Desk) -> None:
    annul(desk)
    correct(desk, "draw")
    told = desk.ask(None, "GET", "/matches/m1/revisions").json["items"]
    assert [(r["revision"], r["outcome"], r["annulled"], r["reason"]) for r in told] == [
        (1, "first", False, None),
        (2, "first", True, "one person"),
        (3, "draw", False, "seen on video"),
    ]
    assert [r["points"] for r in told] == [
        {"first": 3, "second": 0},
        {"first": 0, "second": 0},
        {"first": 1, "second": 1},
    ]
    assert all("operator_id" not in revision for revision in told)
    first = desk.ask(None, "GET", "/matches/m1/revisions?limit=2").json
    rest = desk.ask(None, "GET", f"/matches/m1/revisions?limit=2&cursor={first['next']}").json
    assert (first["items"] + rest["items"], rest["next"]) == (told, None)
    for query in ("limit=0", "cursor=zz", "cursor=InRleHQi"):
        answer = desk.ask(None, "GET", f"/matches/m1/revisions?{query}")
        assert refusal(answer) == (422, "invalid")


def test_an_open_match_has_no_revisions(desk: Desk) -> None:
    assert desk.ask(None, "GET", "/matches/m2/revisions").json == {"items": [], "next": None}


def test_an_annulled_match_stays_published(desk: Desk) -> None:
    annul(desk)
    assert desk.look(None)["second"]["code"] == "4321"


@pytest.mark.parametrize("act", [annul, lambda *a, **k: correct(a[0], "draw", *a[1:], **k)])
def test_refusals_come_in_their_order(desk: Desk, act: Any) -> None:
    assert refusal(act(desk, who=None)) == (401, "unauthorized")
    assert refusal(act(desk, who="ana")) == (403, "forbidden")
    assert refusal(act(desk, "m9")) == (404, "not_found")
    assert refusal(act(desk, "m2")) == (409, "match_open")
    own = PairedMatch(match_id="o2", first="op", second="cai")
    desk.tell(paired(2, [own], season="s2"))
    assert refusal(act(desk, "o2")) == (403, "own_match")


def test_a_match_called_off_has_nothing_to_correct(desk: Desk) -> None:
    desk.tell(cancelled(last_round=1))
    desk.work()
    assert desk.look(None, "m2")["state"] == "closed"
    assert refusal(annul(desk, "m2")) == (409, "match_open")
    assert annul(desk, "m1").status_code == 200


@pytest.mark.parametrize(
    ("call", "body", "field"),
    [
        ("annul", {}, "reason"),
        ("annul", {"reason": " "}, "reason"),
        ("annul", {"reason": 5}, "reason"),
        ("annul", {"reason": "x", "outcome": "draw"}, "outcome"),
        ("correct", {"reason": "x"}, "outcome"),
        ("correct", {"reason": "x", "outcome": "ana"}, "outcome"),
        ("correct", {"outcome": "draw"}, "reason"),
    ],
)
def test_an_act_says_what_and_why(desk: Desk, call: str, body: dict[str, Any], field: str) -> None:
    answer = desk.ask("op", "POST", f"/matches/m1/{call}", body)
    assert refusal(answer) == (422, "invalid")
    assert list(answer.json["errors"]) == [field]
