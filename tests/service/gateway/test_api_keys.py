"""Keys for game servers."""

from shared.web.tokens import Caller
from tests.service.gateway.gateway_under_test import Gateway

BODY = {"name": "card server", "role": "game_server"}


def test_a_key_is_shown_once_and_opens_as_a_game_server(gateway: Gateway) -> None:
    operator = gateway.operator()
    made = gateway.post("/api-keys", BODY, operator.token)
    assert made.status_code == 201
    key_id, key = made.json["id"], made.json["key"]
    (listed,) = gateway.get("/api-keys", operator.token).json["items"]
    assert (listed["id"], listed["name"], listed["revoked_at"]) == (key_id, "card server", None)
    assert key not in gateway.get("/api-keys", operator.token).text
    gateway.post("/ladder/games", {}, key)
    caller = gateway.services.passed[-1].caller
    assert caller == Caller(key_id, "card server", frozenset({"game_server"}))
    gateway.close()
    stored = b"".join(file.read_bytes() for file in gateway.settings.data.iterdir())
    assert key.encode() not in stored


def test_a_revoked_key_opens_nothing_at_once(gateway: Gateway) -> None:
    operator = gateway.operator()
    made = gateway.post("/api-keys", BODY, operator.token).json
    assert gateway.get("/seasons", made["key"]).status_code == 200
    for _ in range(2):
        revoked = gateway.call("DELETE", f"/api-keys/{made['id']}", token=operator.token)
        assert revoked.status_code == 204
    assert gateway.get("/seasons", made["key"]).status_code == 401
    (listed,) = gateway.get("/api-keys", operator.token).json["items"]
    assert listed["revoked_at"]


def test_only_operators_make_keys_and_only_for_game_servers(gateway: Gateway) -> None:
    operator, ana = gateway.operator(), gateway.player("Ana")
    assert gateway.post("/api-keys", BODY).status_code == 401
    assert gateway.post("/api-keys", BODY, ana.token).status_code == 403
    assert gateway.get("/api-keys", ana.token).status_code == 403
    wrong = gateway.post("/api-keys", {**BODY, "role": "operator"}, operator.token)
    assert list(wrong.json["errors"]) == ["role"]
    assert gateway.call("DELETE", "/api-keys/none", token=operator.token).status_code == 404


def test_a_key_has_no_login_to_end(gateway: Gateway) -> None:
    operator = gateway.operator()
    key = gateway.post("/api-keys", BODY, operator.token).json["key"]
    assert gateway.call("DELETE", "/sessions/current", token=key).status_code == 404


def test_keys_come_in_pages_the_newest_first(gateway: Gateway) -> None:
    operator = gateway.operator()
    for number in range(3):
        gateway.post("/api-keys", {**BODY, "name": str(number)}, operator.token)
    first = gateway.get("/api-keys?limit=2", operator.token).json
    rest = gateway.get(f"/api-keys?limit=2&cursor={first['next']}", operator.token).json
    assert [key["name"] for key in first["items"] + rest["items"]] == ["2", "1", "0"]
    assert rest["next"] is None
