"""Operators shut accounts out."""

from typing import Any

import pytest

from shared.events.catalogue import AccountSuspended
from tests.service.gateway.gateway_under_test import PASSWORD, Gateway, Player


def _suspend(gateway: Gateway, operator: Player, account_id: str, **body: Any) -> Any:
    path = f"/admin/accounts/{account_id}/suspend"
    return gateway.post(path, {"reason": "two accounts", **body}, operator.token)


def test_a_suspended_account_is_refused_everywhere_at_once(gateway: Gateway) -> None:
    operator, ana = gateway.operator(), gateway.player("Ana")
    assert gateway.get("/me", ana.token).status_code == 200
    answer = _suspend(gateway, operator, ana.id)
    assert answer.json == {"account_id": ana.id, "display_name": "Ana", "suspended": True}
    for method, path in (("GET", "/me"), ("GET", "/seasons"), ("POST", "/matches/1/attempts")):
        refused = gateway.call(method, path, token=ana.token)
        assert (refused.status_code, refused.json["code"]) == (403, "account_suspended")
    assert gateway.services.passed == []
    refreshed = gateway.post("/sessions/refresh", {"refresh_token": ana.refresh_token})
    assert (refreshed.status_code, refreshed.json["code"]) == (403, "account_suspended")


def test_the_suspended_hear_it_only_after_their_right_password(gateway: Gateway) -> None:
    operator, ana = gateway.operator(), gateway.player("Ana")
    _suspend(gateway, operator, ana.id)
    codes = [
        gateway.post("/sessions", {"email": "ana@example.org", "password": password}).json["code"]
        for password in ("wrong", PASSWORD)
    ]
    assert codes == ["bad_credentials", "account_suspended"]


def test_whoever_is_shut_out_may_still_leave(gateway: Gateway) -> None:
    operator, ana = gateway.operator(), gateway.player("Ana")
    _suspend(gateway, operator, ana.id)
    assert gateway.call("DELETE", "/sessions/current", token=ana.token).status_code == 204
    assert gateway.get("/me", ana.token).status_code == 401


def test_a_suspension_can_be_lifted_and_repeats_change_nothing(gateway: Gateway) -> None:
    operator, ana = gateway.operator(), gateway.player("Ana")
    for suspended in (True, True, False, False):
        assert _suspend(gateway, operator, ana.id, suspended=suspended).status_code == 200
    told = [event for event in gateway.emitted() if isinstance(event, AccountSuspended)]
    assert told == [
        AccountSuspended(account_id=ana.id, suspended=True, revision=2),
        AccountSuspended(account_id=ana.id, suspended=False, revision=3),
    ]
    # The login was only refused, not ended.
    assert gateway.get("/me", ana.token).status_code == 200
    again = gateway.post("/sessions/refresh", {"refresh_token": ana.refresh_token})
    assert again.status_code == 201


@pytest.mark.parametrize(
    ("body", "fields"),
    [({"reason": ""}, ["reason"]), ({"reason": "x", "suspended": "yes"}, ["suspended"])],
)
def test_a_suspension_needs_its_reason(
    gateway: Gateway, body: dict[str, Any], fields: list[str]
) -> None:
    operator, ana = gateway.operator(), gateway.player("Ana")
    answer = _suspend(gateway, operator, ana.id, **body)
    assert (answer.status_code, list(answer.json["errors"])) == (422, fields)


def test_not_oneself_not_by_players_and_nobody_unknown(gateway: Gateway) -> None:
    operator, ana, bea = gateway.operator(), gateway.player("Ana"), gateway.player("Bea")
    assert _suspend(gateway, operator, operator.id).json["code"] == "own_account"
    assert _suspend(gateway, ana, bea.id).status_code == 403
    assert _suspend(gateway, operator, "nobody").status_code == 404
    gateway.call("DELETE", "/me", token=ana.token)
    assert _suspend(gateway, operator, ana.id).status_code == 404
