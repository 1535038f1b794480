"""The audit log: every operator's act, and nothing else."""

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DatabaseError

from tests.service.gateway.gateway_under_test import Gateway


def test_an_act_has_an_author_a_time_a_reason_and_the_request(gateway: Gateway) -> None:
    operator = gateway.operator()
    body = {"reason": "rain", "days": 1}
    passed = gateway.post("/seasons/7/postpone", body, operator.token)
    (act,) = gateway.get("/admin/audit", operator.token).json["items"]
    assert act["id"]
    assert act["at"] == gateway.get("/admin/clock", operator.token).json["now"]
    del act["id"], act["at"]
    assert act == {
        "account_id": operator.id,
        "display_name": "Operator",
        "method": "POST",
        "path": "/api/v1/seasons/7/postpone",
        "reason": "rain",
        "request_id": passed.headers["X-Request-Id"],
        "status": 200,
    }
    # The body went on as it came.
    assert gateway.services.passed[-1].body == b'{"reason": "rain", "days": 1}'


def test_refused_acts_are_not_shown(gateway: Gateway) -> None:
    operator = gateway.operator()
    gateway.services.answers["/api/v1/matches/1/annul"] = ("409 CONFLICT", {})
    gateway.post("/matches/1/annul", {"reason": "x"}, operator.token)
    gateway.post("/api-keys", {"name": "", "role": "x"}, operator.token)
    assert gateway.get("/admin/audit", operator.token).json["items"] == []


def test_an_operators_own_moves_and_reads_are_no_acts(gateway: Gateway) -> None:
    operator, ana = gateway.operator(), gateway.player("Ana")
    gateway.post("/matches/1/attempts", {"number": 1, "guess": "1111"}, operator.token)
    gateway.call("PUT", "/matches/1/code", {"code": "1111"}, operator.token)
    gateway.post("/seasons/1/registration", None, operator.token)
    gateway.post("/matches/1/clues", None, operator.token)
    gateway.post("/tables", {}, operator.token)
    gateway.call("PATCH", "/me", {"display_name": "Olga"}, operator.token)
    gateway.get("/seasons", operator.token)
    gateway.post("/seasons/7/postpone", {"reason": "x"}, ana.token)
    assert gateway.get("/admin/audit", operator.token).json["items"] == []


@pytest.mark.parametrize("act", ["void", "unvoid", "review", "settle"])
def test_to_ask_what_an_act_would_change_is_no_act(gateway: Gateway, act: str) -> None:
    operator = gateway.operator()
    gateway.post(f"/ladder/games/7/{act}?preview=true", {"reason": "x"}, operator.token)
    assert gateway.get("/admin/audit", operator.token).json["items"] == []


@pytest.mark.parametrize(
    "asked",
    [
        "/ladder/games/7/void?preview=false",
        "/ladder/games/7/void?preview=false&preview=true",
        "/ladder/games/7/void?preview=true&preview=false",
        "/ladder/games/7/void?Preview=true",
        # Nothing of these is previewed: the word is ignored or refused.
        "/matches/7/annul?preview=true",
        "/ladder/seasons/7/disqualifications?preview=true",
    ],
)
def test_what_only_looks_like_a_preview_is_an_act(gateway: Gateway, asked: str) -> None:
    operator = gateway.operator()
    gateway.post(asked, {"reason": "x"}, operator.token)
    (act,) = gateway.get("/admin/audit", operator.token).json["items"]
    assert act["path"] == "/api/v1" + asked.partition("?")[0]


def test_an_act_whose_answer_never_came_stays_open(gateway: Gateway) -> None:
    operator = gateway.operator()
    gateway.services.dead.add("match")
    answer = gateway.post("/matches/1/annul", {"reason": "collusion"}, operator.token)
    assert answer.status_code == 503
    (act,) = gateway.get("/admin/audit", operator.token).json["items"]
    assert (act["reason"], act["status"]) == ("collusion", None)


def test_an_act_is_entered_before_it_is_passed_on(gateway: Gateway) -> None:
    operator = gateway.operator()
    seen: list[object] = []
    gateway.services.meanwhile = lambda: seen.append(
        [a["status"] for a in gateway.get("/admin/audit", operator.token).json["items"]]
    )
    gateway.post("/seasons/7/cancel", {"reason": "x"}, operator.token)
    assert seen == [[None]]


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[1]", b'{"reason": 7}', b'{"reason": "\\ud800\\u0000"}', b"\xff"]
)
def test_a_strange_body_does_not_keep_an_act_from_the_log(gateway: Gateway, body: bytes) -> None:
    operator = gateway.operator()
    gateway.post("/seasons/7/cancel", token=operator.token, data=body)
    assert gateway.services.passed[-1].body == body
    assert len(gateway.get("/admin/audit", operator.token).json["items"]) == 1


def test_the_log_comes_in_pages_and_for_one_operator(gateway: Gateway) -> None:
    operator = gateway.operator()
    for number in range(3):
        gateway.post(f"/seasons/{number}/cancel", {"reason": "x"}, operator.token)
    first = gateway.get("/admin/audit?limit=2", operator.token).json
    rest = gateway.get(f"/admin/audit?limit=2&cursor={first['next']}", operator.token).json
    paths = [act["path"] for act in first["items"] + rest["items"]]
    assert paths == [f"/api/v1/seasons/{number}/cancel" for number in (2, 1, 0)]
    mine = gateway.get(f"/admin/audit?account_id={operator.id}", operator.token).json
    assert len(mine["items"]) == 3
    assert gateway.get("/admin/audit?account_id=nobody", operator.token).json["items"] == []
    assert gateway.get("/admin/audit").status_code == 401
    assert gateway.get("/admin/audit", gateway.player("Ana").token).status_code == 403


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM audit",
        "UPDATE audit SET reason = 'a better one'",
        "UPDATE audit SET status = 500",
        "UPDATE audit SET account_id = 'somebody else'",
    ],
)
def test_the_database_lets_the_log_only_grow(gateway: Gateway, statement: str) -> None:
    operator = gateway.operator()
    gateway.post("/seasons/7/cancel", {"reason": "x"}, operator.token)
    with gateway.runtime.plain_writing() as connection, pytest.raises(DatabaseError):
        connection.execute(text(statement))


def test_an_open_entry_takes_a_status_and_nothing_else(gateway: Gateway) -> None:
    operator = gateway.operator()
    gateway.services.dead.add("scheduler")
    gateway.post("/seasons/7/cancel", {"reason": "x"}, operator.token)
    with gateway.runtime.plain_writing() as connection, pytest.raises(DatabaseError):
        connection.execute(text("UPDATE audit SET reason = 'y'"))
    with gateway.runtime.plain_writing() as connection:
        connection.execute(text("UPDATE audit SET status = 200"))


def test_acts_are_found_by_what_they_were_done_to(gateway: Gateway) -> None:
    operator, ana, bea = gateway.operator(), gateway.player("Ana"), gateway.player("Bea")
    for player in (ana, bea):
        path = f"/admin/accounts/{player.id}/suspend"
        gateway.post(path, {"reason": "two accounts"}, operator.token)
    (act,) = gateway.get(f"/admin/audit?about={ana.id}", operator.token).json["items"]
    assert ana.id in act["path"]
    refused = gateway.get("/admin/audit?about=%25", operator.token)
    assert (refused.status_code, refused.json["code"]) == (422, "invalid")
