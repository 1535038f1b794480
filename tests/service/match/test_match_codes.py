"""Saving and confirming codes, and drawing the missing ones."""

from typing import Any

import pytest

from tests.service.match.desk import Desk, refusal
from tests.service.match.telling import (
    CLOSE,
    HOUR,
    SOLVING,
    START,
    TICK,
    closed,
    disqualified,
    paired,
    solving_opened,
    times,
    withdrawn,
)


@pytest.fixture(autouse=True)
def pairing(desk: Desk) -> None:
    desk.tell(paired())


def test_a_draft_is_shown_to_its_player_and_can_change(desk: Desk) -> None:
    assert desk.look("ana")["you"]["code"] is None
    desk.code("ana", "1122", confirm=False)
    saved = desk.code("ana", "3344", confirm=False)
    assert (saved.status_code, saved.json["code"], saved.json["code_confirmed"]) == (
        200,
        "3344",
        False,
    )
    assert desk.look("ana")["you"] == saved.json


def test_a_confirmed_code_is_final(desk: Desk) -> None:
    assert desk.code("ana", "1122").json == {
        "side": "first",
        "code": "1122",
        "code_confirmed": True,
        "attempts": [],
        "solved": False,
        "clues": [],
        "attempts_left": 3,
    }
    assert refusal(desk.code("ana", "3344")) == (409, "code_already_confirmed")
    assert refusal(desk.code("ana", "1122", confirm=False)) == (409, "code_already_confirmed")
    assert desk.code("ana", "1122").status_code == 200


@pytest.mark.parametrize(
    "code", ["", "112", "11223", "1127", "112a", "１１２２", "1 22", "1" * 200]
)
def test_what_is_no_code_is_refused(desk: Desk, code: str) -> None:
    answer = desk.code("ana", code)
    assert refusal(answer) == (422, "invalid_code")
    assert list(answer.json["errors"]) == ["code"]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"code": "1122"}, "confirm"),
        ({"confirm": True}, "code"),
        ({"code": 1122, "confirm": True}, "code"),
        ({"code": None, "confirm": True}, "code"),
        ({"code": "1122", "confirm": 1}, "confirm"),
        ({"code": "1122", "confirm": "true"}, "confirm"),
        ({"code": "1122", "confirm": True, "side": "second"}, "side"),
    ],
)
def test_a_body_of_another_shape_is_refused(desk: Desk, body: Any, field: str) -> None:
    answer = desk.ask("ana", "PUT", "/matches/m1/code", body)
    assert refusal(answer) == (422, "invalid")
    assert list(answer.json["errors"]) == [field]


def test_codes_are_taken_until_the_deadline_and_no_longer(desk: Desk) -> None:
    desk.clock.move(SOLVING - TICK)
    assert desk.code("ana", "1122").status_code == 200
    desk.clock.move(SOLVING)
    assert refusal(desk.code("bea", "1122")) == (409, "not_preparing")
    assert desk.code("ana", "1122").status_code == 200


def test_codes_are_not_taken_before_the_round(desk: Desk) -> None:
    desk.tell(paired(2), paired(3, times=times(3, announced=False)))
    assert refusal(desk.code("ana", "1122", "m2")) == (409, "not_preparing")
    assert refusal(desk.code("ana", "1122", "m3")) == (409, "not_preparing")
    assert desk.look("ana", "m3")["preparing_until"] is None
    desk.clock.move(START + 2 * HOUR)
    assert desk.code("ana", "1122", "m2").status_code == 200


@pytest.mark.parametrize(
    ("who", "match_id", "status", "code"),
    [
        (None, "m1", 401, "unauthorized"),
        ("guest", "m1", 403, "not_your_match"),
        ("server", "m1", 403, "forbidden"),
        ("cai", "m1", 403, "not_your_match"),
        ("op", "m1", 403, "not_your_match"),
        ("ana", "m9", 404, "not_found"),
    ],
)
def test_codes_are_the_players_own(
    desk: Desk, who: str | None, match_id: str, status: int, code: str
) -> None:
    for answer in (
        desk.code(who, "1122", match_id),
        desk.attempt(who, 1, "1122", match_id),
        desk.clue(who, match_id),
    ):
        assert refusal(answer) == (status, code)


def test_the_server_draws_what_was_not_confirmed(desk: Desk) -> None:
    desk.code("ana", "1122")
    desk.code("bea", "3333", confirm=False)
    desk.tell(solving_opened())
    desk.move(SOLVING)
    own = desk.look("bea")["you"]
    assert own["code_confirmed"] is False
    assert len(own["code"]) == 4
    assert set(own["code"]) <= set("123456")
    assert desk.look("ana")["you"]["code_confirmed"] is True
    desk.tell(closed())
    desk.move(CLOSE)
    shown = desk.look(None)
    assert (shown["second"]["code"], shown["second"]["code_generated"]) == (own["code"], True)
    assert (shown["first"]["code"], shown["first"]["code_generated"]) == ("1122", False)


def test_without_word_from_the_scheduler_codes_are_drawn_a_little_later(desk: Desk) -> None:
    from services.match.store.agenda import GRACE

    desk.clock.move(SOLVING + GRACE - TICK)
    assert not desk.work_once()
    desk.clock.move(SOLVING + GRACE)
    assert desk.work_once()
    assert not desk.work_once()


def test_ones_own_look_draws_before_anybody_moves(desk: Desk) -> None:
    desk.code("ana", "1122", confirm=False)
    desk.clock.move(SOLVING)
    first = desk.look("ana")["you"]
    assert first["code"] is not None
    assert first["code_confirmed"] is False
    desk.attempt("bea", 1, "5566")
    assert desk.look("ana")["you"] == first
    (listed,) = desk.ask("ana", "GET", "/me/matches").json["items"]
    assert listed["you"] == first


def test_the_list_of_ones_own_draws_too(desk: Desk) -> None:
    desk.clock.move(SOLVING)
    (listed,) = desk.ask("ana", "GET", "/me/matches").json["items"]
    assert listed["you"]["code"] == desk.look("ana")["you"]["code"] is not None


def test_whoever_left_saves_no_code(desk: Desk) -> None:
    desk.tell(paired(2), withdrawn("ana", from_round=2, departure=1))
    assert desk.code("ana", "1122").status_code == 200
    desk.clock.move(START + 2 * HOUR)
    assert refusal(desk.code("ana", "1122", "m2")) == (409, "withdrawn")
    desk.tell(disqualified("bea", from_round=2, departure=2))
    assert refusal(desk.code("bea", "1122", "m2")) == (409, "disqualified")


def test_a_disqualification_bars_at_once(desk: Desk) -> None:
    desk.tell(disqualified("ana", from_round=2))
    assert refusal(desk.code("ana", "1122")) == (409, "disqualified")
    assert desk.code("bea", "1122").status_code == 200
