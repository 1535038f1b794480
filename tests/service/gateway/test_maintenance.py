"""While maintenance is on, operators alone change anything, and everybody reads."""

from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from services.gateway.domain.errors import UnderMaintenance
from services.gateway.guard.maintenance import REMEMBERED_SECONDS, Switch
from services.gateway.store import maintenance as store
from services.gateway.usecases.maintenance import turn
from shared.unit_of_work import UnitOfWork
from shared.web.tokens import ANYBODY
from tests.service.gateway.gateway_under_test import PASSWORD, Gateway, Player

REASON = "A new server; back at nine"


@pytest.fixture
def operator(gateway: Gateway) -> Player:
    return gateway.operator()


def switch(gateway: Gateway, operator: Player, on: bool, **more: Any) -> Any:
    return gateway.call("PUT", "/admin/maintenance", {"on": on, **more}, operator.token)


@pytest.fixture
def maintained(gateway: Gateway, operator: Player) -> Gateway:
    gateway.player("Ana")
    assert switch(gateway, operator, True, reason=REASON).status_code == 200
    return gateway


def test_players_change_nothing_meanwhile(maintained: Gateway) -> None:
    ana = Player(maintained.log_in("ana@example.org"))
    for method, path, token in (
        ("POST", "/matches/M/attempts", ana.token),
        ("PUT", "/matches/M/code", ana.token),
        ("DELETE", "/seasons/S/registration", ana.token),
        ("PATCH", "/me", ana.token),
        ("POST", "/accounts", None),
        ("POST", "/guests", None),
    ):
        answer = maintained.call(method, path, {}, token)
        assert (answer.status_code, answer.json["code"]) == (503, "maintenance"), path
        assert answer.json["detail"] == REASON
        assert int(answer.headers["Retry-After"]) > 0
    assert not maintained.services.passed


def test_everybody_reads_on(maintained: Gateway) -> None:
    ana = Player(maintained.log_in("ana@example.org"))
    assert maintained.get("/seasons").status_code == 200
    assert maintained.get("/me", ana.token).status_code == 200
    assert maintained.call("HEAD", "/seasons").status_code == 200


def test_people_log_in_stay_logged_in_and_log_out(maintained: Gateway) -> None:
    ana = Player(maintained.log_in("ana@example.org"))
    refreshed = maintained.post("/sessions/refresh", {"refresh_token": ana.refresh_token})
    assert refreshed.status_code == 201
    left = maintained.call("DELETE", "/sessions/current", token=refreshed.json["access_token"])
    assert left.status_code == 204


def test_operators_change_what_they_like(maintained: Gateway, operator: Player) -> None:
    assert maintained.post("/seasons", {"name": "x"}, operator.token).status_code == 200
    assert [passed.service for passed in maintained.services.passed] == ["scheduler"]


def test_it_is_told_and_ends_at_once_where_it_is_turned_off(
    maintained: Gateway, operator: Player
) -> None:
    told = maintained.get("/admin/maintenance", operator.token).json
    assert (told["on"], told["reason"]) == (True, REASON)
    assert switch(maintained, operator, True, reason="Longer").json["since"] == told["since"]
    assert switch(maintained, operator, False).json == {"on": False, "reason": None, "since": None}
    assert switch(maintained, operator, False).status_code == 200
    assert maintained.register("Bea").status_code == 201


def test_turning_it_is_an_act_of_operators(maintained: Gateway, operator: Player) -> None:
    ana = maintained.log_in("ana@example.org", PASSWORD)["access_token"]
    assert maintained.call("PUT", "/admin/maintenance", {"on": False}, ana).status_code == 503
    assert maintained.get("/admin/maintenance", ana).status_code == 403
    acts = maintained.get("/admin/audit", operator.token).json["items"]
    assert [(act["method"], act["path"]) for act in acts] == [("PUT", "/api/v1/admin/maintenance")]
    assert acts[0]["reason"] == REASON


def test_a_process_that_did_not_turn_it_notices_within_seconds(gateway: Gateway) -> None:
    now = [100.0]
    other = Switch(gateway.runtime, clock=lambda: now[0])
    other.require_passable(ANYBODY, "POST", "/guests")
    with gateway.runtime.writing() as uow:
        turn(uow, on=True)
    now[0] += REMEMBERED_SECONDS
    with pytest.raises(UnderMaintenance):
        other.require_passable(ANYBODY, "POST", "/guests")


def test_its_last_word_holds_while_the_database_is_away(
    gateway: Gateway, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [100.0]
    other = Switch(gateway.runtime, clock=lambda: now[0])

    def away(_uow: UnitOfWork) -> None:
        raise OperationalError("select", {}, Exception("gone"))

    with monkeypatch.context() as broken:
        broken.setattr(store, "find", away)
        other.require_passable(ANYBODY, "POST", "/guests")
    with gateway.runtime.writing() as uow:
        turn(uow, on=True)
    for look in (store.find, away):
        now[0] += REMEMBERED_SECONDS
        monkeypatch.setattr(store, "find", look)
        with pytest.raises(UnderMaintenance):
            other.require_passable(ANYBODY, "POST", "/guests")
