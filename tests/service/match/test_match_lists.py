"""A round's matches, and a player's own."""

from typing import Any

import pytest

from shared.events.catalogue import AccountDeleted, AccountRenamed, PairedMatch
from tests.service.match.desk import Desk, refusal
from tests.service.match.telling import (
    CLOSE,
    HOUR,
    SOLVING,
    START,
    announced,
    closed,
    paired,
    registration_closed,
    times,
)


def pages(desk: Desk, who: str | None, path: str, limit: int) -> list[dict[str, Any]]:
    """All items, page by page."""
    items: list[dict[str, Any]] = []
    cursor: str | None = ""
    glue = "&" if "?" in path else "?"
    while cursor is not None:
        query = f"limit={limit}" + (f"&cursor={cursor}" if cursor else "")
        page = desk.ask(who, "GET", path + glue + query).json
        assert len(page["items"]) <= limit
        items += page["items"]
        cursor = page["next"]
    return items


def swiss_matches(count: int) -> list[PairedMatch]:
    """Matches whose ids do not follow the order of the pairing."""
    return [
        PairedMatch(
            match_id=f"x{(7 * n) % count:03}",
            first=f"a{n}",
            second=f"b{n}",
            points_difference=n,
            rank_difference=2 * n,
            met_before=0,
        )
        for n in range(count)
    ]


def test_a_rounds_matches_come_in_the_order_of_the_pairing(desk: Desk) -> None:
    matches = swiss_matches(10)
    desk.tell(announced(), paired(1, matches, optimal="proven"))
    shown = pages(desk, None, "/seasons/s1/rounds/1/matches", 3)
    assert [m["id"] for m in shown] == [m.match_id for m in matches]
    assert shown[4]["pairing"] == {
        "points_difference": 4,
        "rank_difference": 8,
        "met_before": 0,
        "optimal": "proven",
    }


def test_pages_of_a_pairing_keep_their_order(desk: Desk) -> None:
    matches = swiss_matches(503)
    told = {"matches_in_round": 503, "pages": 2, "optimal": "proven"}
    desk.tell(
        paired(1, matches[500:], page=2, **told),
        paired(1, matches[:500], page=1, **told),
        paired(1, matches[500:], page=2, **told),
    )
    shown = pages(desk, None, "/seasons/s1/rounds/1/matches", 200)
    assert [m["id"] for m in shown] == [m.match_id for m in matches]


def test_a_match_in_the_list_tells_who_plays_and_the_phase(desk: Desk) -> None:
    desk.tell(announced(), paired())
    shown = {
        "id": "m1",
        "first": {"account_id": "ana", "display_name": "Ana"},
        "second": {"account_id": "bea", "display_name": "Bea"},
        "state": "preparing",
        "result": None,
        "pairing": None,
    }
    for who in (None, "ana", "op"):
        answer = desk.ask(who, "GET", "/seasons/s1/rounds/1/matches")
        assert answer.json == {"items": [shown], "next": None}
    desk.tell(closed())
    desk.move(CLOSE)
    (after,) = desk.ask(None, "GET", "/seasons/s1/rounds/1/matches").json["items"]
    assert (after["state"], after["result"]["by"]) == ("closed", "double_forfeit")


def test_a_round_that_is_not_paired_yet_is_empty(desk: Desk) -> None:
    desk.tell(announced())
    empty = {"items": [], "next": None}
    assert desk.ask(None, "GET", "/seasons/s1/rounds/1/matches").json == empty
    desk.tell(registration_closed(rounds=3))
    assert desk.ask(None, "GET", "/seasons/s1/rounds/3/matches").json == empty


@pytest.mark.parametrize(
    "path",
    [
        "/seasons/s9/rounds/1/matches",
        "/seasons/s1/rounds/0/matches",
        "/seasons/s1/rounds/4/matches",
        "/seasons/s1/rounds/-1/matches",
        "/seasons/s1/rounds/x/matches",
        f"/seasons/s1/rounds/{10**30}/matches",
        "/matches/m9",
        "/matches/m9/revisions",
    ],
)
def test_what_there_is_not_is_not_found(desk: Desk, path: str) -> None:
    desk.tell(announced(), registration_closed(rounds=3))
    assert refusal(desk.ask(None, "GET", path)) == (404, "not_found")


def test_no_number_of_a_round_is_too_large_to_ask_for(desk: Desk) -> None:
    desk.tell(announced())
    path = f"/seasons/s1/rounds/{10**30}/matches"
    assert refusal(desk.ask(None, "GET", path)) == (404, "not_found")


def test_names_are_those_of_today(desk: Desk) -> None:
    desk.tell(
        announced(),
        paired(),
        AccountRenamed(account_id="ana", display_name="Anita", revision=2),
        AccountDeleted(account_id="bea", revision=2),
    )
    shown = desk.look(None)
    assert shown["first"]["display_name"] == "Anita"
    assert shown["second"]["display_name"] == "deleted player"


def own(desk: Desk, state: str = "", limit: int = 200, who: str = "ana") -> list[str]:
    path = "/me/matches" + (f"?state={state}" if state else "")
    return [match["id"] for match in pages(desk, who, path, limit)]


@pytest.fixture
def career(desk: Desk) -> Desk:
    """Ana in two seasons: rounds 1 to 6 of one, of which 1 and 2 have closed and 3 is prepared;
    another whose round solves; a round not announced yet."""
    desk.tell(*(paired(number) for number in range(1, 6)))
    desk.tell(paired(6, times=times(6, announced=False)))
    solving = times(1, later=3 * HOUR)
    desk.tell(
        paired(
            1, [PairedMatch(match_id="z1", first="cai", second="ana")], season="s2", times=solving
        )
    )
    desk.tell(closed(1), closed(2))
    desk.move(CLOSE)
    desk.move(START + 4 * HOUR)
    return desk


@pytest.mark.parametrize("limit", [1, 2, 3, 200])
def test_own_matches_come_open_ones_first_by_deadline(career: Desk, limit: int) -> None:
    assert own(career, limit=limit) == ["m3", "z1", "m4", "m5", "m6", "m2", "m1"]
    assert own(career, "open", limit) == ["m3", "z1"]
    assert own(career, "scheduled", limit) == ["m4", "m5", "m6"]
    assert own(career, "closed", limit) == ["m2", "m1"]


def test_own_matches_are_ones_own(career: Desk) -> None:
    assert own(career, who="cai") == ["z1"]
    assert own(career, who="dia") == []
    (shown,) = career.ask("cai", "GET", "/me/matches").json["items"]
    assert shown == career.look("cai", "z1")
    assert shown["you"]["side"] == "first"


@pytest.mark.parametrize("query", ["state=over", "state=", "limit=0", "cursor=x", "cursor=WzFd"])
def test_odd_questions_about_ones_own_are_refused(desk: Desk, query: str) -> None:
    assert refusal(desk.ask("ana", "GET", f"/me/matches?{query}")) == (422, "invalid")


def test_own_matches_need_a_login(desk: Desk) -> None:
    assert refusal(desk.ask(None, "GET", "/me/matches")) == (401, "unauthorized")
    assert desk.ask("guest", "GET", "/me/matches").json["items"] == []


def test_what_is_ones_own_is_kept_for_nobody_else(desk: Desk) -> None:
    desk.tell(paired())
    kept = {
        (who, path): desk.ask(who, "GET", path).headers["Cache-Control"]
        for who, path in (
            ("ana", "/me/matches"),
            ("ana", "/me/aura"),
            ("ana", "/matches/m1"),
            ("cai", "/matches/m1"),
            (None, "/matches/m1"),
        )
    }
    assert list(kept.values()) == ["private, no-cache"] * 3 + ["no-cache"] * 2


def test_a_deadline_at_hand_comes_before_a_later_one(desk: Desk) -> None:
    late = times(1, later=HOUR / 2)
    desk.tell(
        paired(1),
        paired(1, [PairedMatch(match_id="a0", first="ana", second="cai")], season="s2", times=late),
    )
    desk.move(SOLVING)
    assert own(desk, "open") == ["a0", "m1"]
