"""Attempts: what is taken, what is repeated, what is refused and why."""

from typing import Any

import pytest

from tests.service.match.desk import Desk, refusal
from tests.service.match.telling import (
    CLOSE,
    SOLVING,
    TICK,
    closed,
    disqualified,
    paired,
    solving_opened,
    withdrawn,
)


@pytest.fixture(autouse=True)
def solving(desk: Desk) -> None:
    """Ana's code is 1234, Bea's 4321, and solving has begun."""
    desk.tell(paired(), solving_opened())
    desk.code("ana", "1234")
    desk.code("bea", "4321")
    desk.move(SOLVING)


def test_an_attempt_is_judged(desk: Desk) -> None:
    answer = desk.attempt("ana", 1, "4312")
    assert answer.status_code == 201
    assert answer.json == {
        "number": 1,
        "guess": "4312",
        "exact": 2,
        "partial": 2,
        "solved": False,
        "attempts_left": 2,
    }


def test_a_solving_attempt_leaves_none(desk: Desk) -> None:
    answer = desk.attempt("ana", 1, "4321")
    assert (answer.json["solved"], answer.json["attempts_left"]) == (True, 0)
    own = desk.look("ana")["you"]
    assert (own["solved"], own["attempts_left"]) == (True, 0)
    assert refusal(desk.attempt("ana", 2, "4321")) == (409, "already_solved")


def test_the_same_attempt_has_the_same_answer_at_any_time(desk: Desk) -> None:
    first = desk.attempt("ana", 1, "4312")
    desk.attempt("ana", 2, "4321")
    again = desk.attempt("ana", 1, "4312")
    assert (again.status_code, again.json) == (200, first.json)
    desk.tell(closed())
    desk.move(CLOSE)
    late = desk.attempt("ana", 1, "4312")
    assert (late.status_code, late.json) == (200, first.json)
    assert refusal(desk.attempt("ana", 3, "4312")) == (409, "not_solving")


def test_numbers_go_in_turn(desk: Desk) -> None:
    assert refusal(desk.attempt("ana", 2, "1111")) == (409, "attempt_out_of_turn")
    desk.attempt("ana", 1, "1111")
    assert refusal(desk.attempt("ana", 1, "2222")) == (409, "attempt_out_of_turn")
    assert refusal(desk.attempt("ana", 3, "2222")) == (409, "attempt_out_of_turn")
    assert len(desk.look("ana")["you"]["attempts"]) == 1


def test_attempts_run_out(desk: Desk) -> None:
    for number in (1, 2, 3):
        answer = desk.attempt("ana", number, "1111")
        assert answer.json["attempts_left"] == 3 - number
    assert refusal(desk.attempt("ana", 4, "1111")) == (409, "no_attempts_left")


def test_attempts_are_taken_in_solving_alone(desk: Desk) -> None:
    desk.tell(paired(2))
    assert refusal(desk.attempt("ana", 1, "1111", "m2")) == (409, "not_solving")
    desk.clock.move(CLOSE - TICK)
    assert desk.attempt("ana", 1, "1111").status_code == 201
    desk.clock.move(CLOSE)
    assert refusal(desk.attempt("ana", 2, "1111")) == (409, "not_solving")


def test_a_match_reads_solving_until_it_is_settled(desk: Desk) -> None:
    desk.attempt("ana", 1, "4321")
    desk.move(CLOSE)
    assert desk.look(None)["state"] == "solving"
    assert "code" not in desk.look(None)["first"]
    desk.tell(closed())
    desk.work()
    assert desk.look(None)["state"] == "closed"


@pytest.mark.parametrize("guess", ["", "112", "11223", "1127", "aaaa", "1" * 200])
def test_what_is_no_code_is_refused_in_any_phase(desk: Desk, guess: str) -> None:
    for at in (SOLVING, CLOSE):
        desk.clock.move(at)
        answer = desk.attempt("ana", 1, guess)
        assert refusal(answer) == (422, "invalid_code")
        assert list(answer.json["errors"]) == ["guess"]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"number": 1}, "guess"),
        ({"guess": "1111"}, "number"),
        ({"number": "1", "guess": "1111"}, "number"),
        ({"number": 1.0, "guess": "1111"}, "number"),
        ({"number": True, "guess": "1111"}, "number"),
        ({"number": 0, "guess": "1111"}, "number"),
        ({"number": 1, "guess": ["1111"]}, "guess"),
        ({"number": 1, "guess": "1111", "at": "now"}, "at"),
    ],
)
def test_a_body_of_another_shape_is_refused(desk: Desk, body: Any, field: str) -> None:
    answer = desk.ask("ana", "POST", "/matches/m1/attempts", body)
    assert refusal(answer) == (422, "invalid")
    assert list(answer.json["errors"]) == [field]


def test_a_huge_number_is_out_of_turn(desk: Desk) -> None:
    assert refusal(desk.attempt("ana", 10**30, "1111")) == (409, "attempt_out_of_turn")


def test_whoever_left_moves_no_more_but_may_repeat(desk: Desk) -> None:
    first = desk.attempt("ana", 1, "1111")
    desk.tell(disqualified("ana", from_round=2))
    assert refusal(desk.attempt("ana", 2, "1111")) == (409, "disqualified")
    assert desk.attempt("ana", 1, "1111").json == first.json
    assert desk.attempt("bea", 1, "1111").status_code == 201


def test_a_withdrawal_holds_from_its_round_on(desk: Desk) -> None:
    desk.tell(withdrawn("ana", from_round=2))
    assert desk.attempt("ana", 1, "1111").status_code == 201
    desk.tell(withdrawn("bea", from_round=1, departure=2))
    assert refusal(desk.attempt("bea", 1, "1111")) == (409, "withdrawn")


def test_an_attempt_draws_a_missing_code_first(desk: Desk) -> None:
    desk.tell(paired(2))
    desk.clock.move(CLOSE + (SOLVING - CLOSE) + 2 * (CLOSE - SOLVING))
    answer = desk.attempt("ana", 1, "1111", "m2")
    assert answer.status_code == 201
    own = desk.look("bea", "m2")["you"]
    assert answer.json["exact"] == own["code"].count("1")
