"""Own logins: seen, and ended one by one; keys show when they were used."""

from datetime import timedelta

import pytest

from services.gateway.callers import identity
from services.gateway.store import api_keys
from shared.clock import real_now
from tests.service.gateway.gateway_under_test import PASSWORD, Gateway, Player


def _log_in(gateway: Gateway, client: str) -> Player:
    body = {"email": "ana@example.org", "password": PASSWORD}
    return Player(gateway.post("/sessions", body, headers={"User-Agent": client}).json)


def test_own_logins_are_seen_with_the_present_one_marked(gateway: Gateway) -> None:
    gateway.register("Ana")
    phone, laptop = _log_in(gateway, "Phone/1.0"), _log_in(gateway, "L" * 300)
    gateway.player("Bea")
    seen = gateway.get("/me/sessions", phone.token).json
    assert seen["next"] is None
    assert [(one["client"], one["current"]) for one in seen["items"]] == [
        ("L" * 200, False),
        ("Phone/1.0", True),
    ]
    assert gateway.get("/me/sessions", laptop.token).json["items"][0]["current"] is True
    newest = gateway.get("/me/sessions?limit=1", phone.token).json
    cursor = newest["next"]
    older = gateway.get(f"/me/sessions?limit=1&cursor={cursor}", phone.token).json
    assert (newest["items"] + older["items"], older["next"]) == (seen["items"], None)


def test_one_login_is_ended_and_no_other(gateway: Gateway) -> None:
    gateway.register("Ana")
    lost, here = _log_in(gateway, "lost"), _log_in(gateway, "here")
    (one,) = [s for s in gateway.get("/me/sessions", here.token).json["items"] if not s["current"]]
    path = f"/me/sessions/{one['id']}"
    assert gateway.call("DELETE", path, token=here.token).status_code == 204
    assert gateway.get("/me", lost.token).status_code == 401
    assert (
        gateway.post("/sessions/refresh", {"refresh_token": lost.refresh_token}).status_code == 401
    )
    assert gateway.get("/me", here.token).status_code == 200
    assert gateway.call("DELETE", path, token=here.token).status_code == 404


def test_nobody_ends_anothers_login(gateway: Gateway) -> None:
    ana, bea = gateway.player("Ana"), gateway.player("Bea")
    (hers,) = gateway.get("/me/sessions", ana.token).json["items"]
    answer = gateway.call("DELETE", f"/me/sessions/{hers['id']}", token=bea.token)
    assert (answer.status_code, answer.json["code"]) == (404, "not_found")
    assert gateway.get("/me", ana.token).status_code == 200
    assert gateway.get("/me/sessions").status_code == 401


def test_a_key_shows_when_it_was_last_used(
    gateway: Gateway, monkeypatch: pytest.MonkeyPatch
) -> None:
    operator = gateway.operator()
    body = {"name": "cards", "role": "game_server"}
    key = gateway.post("/api-keys", body, operator.token).json["key"]

    def last_used() -> str | None:
        return gateway.get("/api-keys", operator.token).json["items"][0]["last_used_at"]

    assert last_used() is None
    gateway.post("/ladder/games", {}, key)
    first = last_used()
    assert first is not None
    gateway.post("/ladder/games", {}, key)
    assert last_used() == first
    later = real_now() + api_keys.USES_APART + timedelta(seconds=1)
    monkeypatch.setattr(identity, "real_now", lambda: later)
    identity.identities_of(gateway.runtime)._known.clear()
    gateway.post("/ladder/games", {}, key)
    assert str(last_used()) > first
