"""Operators move the manual clock."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.service.gateway.gateway_under_test import Gateway


def test_the_clock_is_told_and_moved(gateway: Gateway) -> None:
    operator = gateway.operator()
    now = datetime.fromisoformat(gateway.get("/admin/clock", operator.token).json["now"])
    later = now + timedelta(days=2, microseconds=5)
    for _ in range(2):
        answer = gateway.post("/admin/clock", {"now": later.isoformat()}, operator.token)
        assert answer.status_code == 200
        assert datetime.fromisoformat(answer.json["now"]) == later
        assert answer.json["now"].endswith("Z")
    assert gateway.get("/admin/clock", operator.token).json == answer.json
    assert gateway.moved == [later.astimezone(UTC)] * 2


def move(gateway: Gateway, to: str, key: str) -> Any:
    token, headers = gateway.operator().token, {"Idempotency-Key": key}
    return gateway.post("/admin/clock", {"now": to}, token, headers=headers)


EARLY, LATE = "2998-01-01T00:00:00Z", "2999-01-01T00:00:00Z"


def test_the_same_key_gets_the_first_answer_again_wherever_the_clock_stands(
    gateway: Gateway,
) -> None:
    first = move(gateway, EARLY, "k")
    assert (first.status_code, first.json) == (200, {"now": EARLY})
    assert move(gateway, LATE, "another").status_code == 200
    again = move(gateway, EARLY, "k")
    assert (again.status_code, again.data) == (200, first.data)
    other = move(gateway, LATE, "k")
    assert (other.status_code, other.json["code"]) == (422, "idempotency_key_reused")
    assert len(gateway.moved) == 2


def test_a_refusal_is_an_answer_that_a_key_repeats(gateway: Gateway) -> None:
    past = "2020-01-01T00:00:00Z"
    answers = [move(gateway, past, "k") for _ in range(2)]
    assert [answer.json["code"] for answer in answers] == ["clock_backwards"] * 2
    assert answers[0].data == answers[1].data


def test_an_answer_that_was_lost_after_its_effect_is_given_by_asking_again(
    gateway: Gateway, monkeypatch: pytest.MonkeyPatch
) -> None:
    def die(*_: object) -> None:
        raise SystemExit

    with monkeypatch.context() as dying:
        dying.setattr("shared.web.idempotency.remember", die)
        with pytest.raises(SystemExit):
            move(gateway, EARLY, "k")
    answer = move(gateway, EARLY, "k")
    assert (answer.status_code, answer.json) == (200, {"now": EARLY})
    assert move(gateway, LATE, "k").json["code"] == "idempotency_key_reused"


def test_what_is_asked_twice_at_once_has_one_answer_though_the_clock_has_gone_on(
    gateway: Gateway,
) -> None:
    """The second of two finds the clock further on than it is to be: the first's answer stands."""
    hold, answers = gateway._move, []

    def meanwhile(to: datetime) -> None:
        gateway._move = hold  # type: ignore[method-assign]  # a test's double
        answers.append(move(gateway, EARLY, "k"))
        hold(datetime.fromisoformat(LATE))
        hold(to)

    gateway._move = meanwhile  # type: ignore[method-assign]  # a test's double
    gateway.runtime.extras["ports"] = replace(
        gateway.runtime.extras["ports"], move_clock=lambda to: gateway._move(to)
    )
    answers.append(move(gateway, EARLY, "k"))
    assert [(a.status_code, a.json) for a in answers] == [(200, {"now": EARLY})] * 2


def test_never_back(gateway: Gateway) -> None:
    operator = gateway.operator()
    answer = gateway.post("/admin/clock", {"now": "2020-01-01T00:00:00Z"}, operator.token)
    assert (answer.status_code, answer.json["code"]) == (422, "clock_backwards")
    assert gateway.moved == []


@pytest.mark.parametrize(
    "now", ["tomorrow", "2999-01-01T00:00:00", None, 7, "9999-12-31T23:59:59Z"]
)
def test_an_instant_needs_its_zone_and_a_year_within_reach(gateway: Gateway, now: object) -> None:
    operator = gateway.operator()
    answer = gateway.post("/admin/clock", {"now": now}, operator.token)
    assert (answer.status_code, list(answer.json["errors"])) == (422, ["now"])


def test_only_operators(gateway: Gateway) -> None:
    ana = gateway.player("Ana")
    assert gateway.get("/admin/clock").status_code == 401
    assert gateway.get("/admin/clock", ana.token).status_code == 403
    assert gateway.post("/admin/clock", {}, ana.token).status_code == 403


def test_where_time_goes_by_itself_there_is_no_such_thing(tmp_path: Path) -> None:
    gateway = Gateway(tmp_path, manual=False)
    operator = gateway.operator()
    assert gateway.get("/admin/clock", operator.token).status_code == 404
    for body in ({"now": "2999-01-01T00:00:00Z"}, {"now": "tomorrow"}, {}):
        assert gateway.post("/admin/clock", body, operator.token).status_code == 404
    gateway.close()
