"""Operators move the manual clock."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

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


def test_nothing_is_locked_while_it_moves_not_even_for_an_idempotency_key(gateway: Gateway) -> None:
    operator = gateway.operator()
    headers = {"Idempotency-Key": "k"}
    body = {"now": "2999-01-01T00:00:00Z"}
    answer = gateway.post("/admin/clock", body, operator.token, headers=headers)
    assert answer.status_code == 200


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
