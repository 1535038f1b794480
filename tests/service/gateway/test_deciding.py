"""Decisions of incidents: acts of the services, done as the operator who decides."""

import json
import threading
from typing import Any

import pytest

from shared.events.catalogue import AccountSuspended, ReviewChanged
from shared.ids import new_id
from tests.service.gateway.gateway_under_test import Gateway, Player

MATCH, GAME, SEASON = (f"01975f0a-3c00-7abc-8def-0000000000{last}" for last in ("d1", "d2", "51"))
PLAYERS = {"first": {"account_id": "ana"}, "second": {"account_id": "bea"}}


@pytest.fixture
def operator(gateway: Gateway) -> Player:
    gateway.services.answers[f"/api/v1/matches/{MATCH}"] = ("200 OK", PLAYERS)
    return gateway.operator()


def opened(gateway: Gateway, operator: Player, **body: Any) -> str:
    made = gateway.post("/admin/incidents", {"title": "Odd", **body}, operator.token)
    return f"/admin/incidents/{made.json['id']}"


def decide(gateway: Gateway, operator: Player, path: str, headers: Any = None, **body: Any) -> Any:
    given = {"reason": "one person", **body}
    return gateway.post(f"{path}/decisions", given, operator.token, headers=headers)


def acts(gateway: Gateway) -> list[Any]:
    return [p for p in gateway.services.passed if p.environ["REQUEST_METHOD"] == "POST"]


@pytest.mark.parametrize(
    ("body", "service", "path", "sent"),
    [
        ({"act": "annul", "match_id": MATCH}, "match", f"/matches/{MATCH}/annul", {}),
        (
            {"act": "correct", "match_id": MATCH, "outcome": "draw"},
            "match",
            f"/matches/{MATCH}/correct",
            {"outcome": "draw"},
        ),
        (
            {"act": "disqualify", "season_id": SEASON, "account_id": GAME},
            "scheduler",
            f"/seasons/{SEASON}/disqualifications",
            {"account_id": GAME},
        ),
        ({"act": "review", "game_id": GAME}, "ladder", f"/ladder/games/{GAME}/review", {}),
        ({"act": "void", "game_id": GAME}, "ladder", f"/ladder/games/{GAME}/void", {}),
        ({"act": "unvoid", "game_id": GAME}, "ladder", f"/ladder/games/{GAME}/unvoid", {}),
        (
            {"act": "settle", "game_id": GAME, "decision": "keep"},
            "ladder",
            f"/ladder/games/{GAME}/settle",
            {"decision": "keep"},
        ),
        (
            {"act": "disqualify_from_ladder", "season_id": SEASON, "account_id": GAME},
            "ladder",
            f"/ladder/seasons/{SEASON}/disqualifications",
            {"account_id": GAME},
        ),
    ],
)
def test_an_act_is_done_as_its_operator_and_audited(
    gateway: Gateway, operator: Player, body: Any, service: str, path: str, sent: Any
) -> None:
    incident = opened(gateway, operator)
    decided = decide(gateway, operator, incident, **body)
    assert decided.status_code == 201, decided.text
    assert decided.json["state"] == "decided"
    (decision,) = decided.json["decisions"]
    assert (decision["act"], decision["reason"], decision["status"]) == (
        body["act"],
        "one person",
        200,
    )
    (passed,) = acts(gateway)
    assert (passed.service, passed.environ["PATH_INFO"]) == (service, f"/api/v1{path}")
    assert (passed.caller.account_id, "operator" in passed.caller.roles) == (operator.id, True)
    assert json.loads(passed.body) == {**sent, "reason": "one person"}
    log = gateway.get("/admin/audit", operator.token).json["items"]
    assert [(act["path"], act["status"]) for act in log[:2]] == [
        (f"/api/v1{path}", 200),
        (f"/api/v1{incident}/decisions", 201),
    ]
    assert log[0]["request_id"] == log[1]["request_id"] == decided.headers["X-Request-Id"]


def test_suspending_is_an_act_too(gateway: Gateway, operator: Player) -> None:
    ana = gateway.player("Ana")
    decided = decide(gateway, operator, opened(gateway, operator), act="suspend", account_id=ana.id)
    assert decided.json["state"] == "decided"
    assert [e.suspended for e in gateway.emitted() if isinstance(e, AccountSuspended)] == [True]
    assert gateway.get("/me", ana.token).status_code == 403
    log = gateway.get("/admin/audit", operator.token).json["items"]
    assert log[0]["path"] == f"/api/v1/admin/accounts/{ana.id}/suspend"
    incident = opened(gateway, operator)
    unknown = decide(gateway, operator, incident, act="suspend", account_id=new_id())
    assert unknown.status_code == 404
    assert gateway.get(incident, operator.token).json["decisions"] == []


def test_a_refused_act_decides_nothing(gateway: Gateway, operator: Player) -> None:
    refusal = {"code": "match_open", "status": 409, "title": "x", "detail": "x", "type": "x"}
    gateway.services.answers[f"/api/v1/matches/{MATCH}/annul"] = ("409 CONFLICT", refusal)
    incident = opened(gateway, operator)
    answer = decide(gateway, operator, incident, act="annul", match_id=MATCH)
    assert (answer.status_code, answer.json["code"]) == (409, "match_open")
    shown = gateway.get(incident, operator.token).json
    assert (shown["state"], shown["decisions"]) == ("open", [])


def test_an_act_without_an_answer_stays_and_is_completed_by_asking_again(
    gateway: Gateway, operator: Player
) -> None:
    incident, key = opened(gateway, operator), {"Idempotency-Key": "decide-1"}
    given: dict[str, Any] = {"act": "void", "game_id": GAME, "headers": key}
    gateway.services.dead.add("ladder")
    assert decide(gateway, operator, incident, **given).status_code == 503
    (open_one,) = gateway.get(incident, operator.token).json["decisions"]
    assert open_one["status"] is None
    gateway.services.dead.clear()
    for _ in range(2):
        again = decide(gateway, operator, incident, **given)
        assert (again.status_code, again.json["state"]) == (201, "decided")
        assert [d["id"] for d in again.json["decisions"]] == [open_one["id"]]
    for other in ({"act": "unvoid"}, {"game_id": new_id()}, {"reason": "another one"}):
        refused = decide(gateway, operator, incident, **{**given, **other})
        assert (refused.status_code, refused.json["code"]) == (422, "idempotency_key_reused")
    # What took effect is not done again; the service is given the key to know it by.
    (passed,) = acts(gateway)
    assert passed.environ["HTTP_IDEMPOTENCY_KEY"] == "decide-1"


def test_the_same_key_gets_the_first_answer_again(gateway: Gateway, operator: Player) -> None:
    incident, key = opened(gateway, operator), {"Idempotency-Key": "decide-1"}
    given: dict[str, Any] = {"act": "void", "game_id": GAME, "headers": key}
    first = decide(gateway, operator, incident, **given)
    gateway.post(f"{incident}/notes", {"text": "seen"}, operator.token)
    again = decide(gateway, operator, incident, **given)
    assert (again.status_code, again.data) == (201, first.data)
    elsewhere = decide(gateway, operator, opened(gateway, operator), **given)
    assert (elsewhere.status_code, elsewhere.json["code"]) == (422, "idempotency_key_reused")
    assert len(acts(gateway)) == 1


def test_of_two_who_decide_at_once_the_later_one_is_stale(
    gateway: Gateway, operator: Player
) -> None:
    incident = opened(gateway, operator)
    seen = {"If-Match": gateway.get(incident, operator.token).headers["ETag"]}
    given: dict[str, Any] = {"act": "void", "game_id": GAME, "headers": seen}
    codes: list[int] = []

    def decide_too() -> None:
        codes.append(decide(gateway, operator, incident, **given).status_code)

    def meanwhile() -> None:
        gateway.services.meanwhile = lambda: None
        other = threading.Thread(target=decide_too)
        other.start()
        other.join()

    gateway.services.meanwhile = meanwhile
    assert decide(gateway, operator, incident, **given).status_code == 201
    assert codes == [412]
    assert len(acts(gateway)) == 1


def test_deciding_ends_the_review(gateway: Gateway, operator: Player) -> None:
    incident = opened(gateway, operator, match_ids=[MATCH])
    gateway.call("PATCH", incident, {"state": "under_review"}, operator.token)
    assert decide(gateway, operator, incident, act="annul", match_id=MATCH).status_code == 201
    told = [e.under_review for e in gateway.emitted() if isinstance(e, ReviewChanged)]
    assert told == [True, False]


def test_nobody_decides_about_a_match_of_their_own(gateway: Gateway, operator: Player) -> None:
    own = {"first": {"account_id": operator.id}, "second": {"account_id": "bea"}}
    gateway.services.answers[f"/api/v1/matches/{MATCH}"] = ("200 OK", own)
    incident = opened(gateway, operator)
    answer = decide(gateway, operator, incident, act="annul", match_id=MATCH)
    assert (answer.status_code, answer.json["code"]) == (403, "own_match")
    assert acts(gateway) == []


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"act": "shoot"}, "act"),
        ({"act": "annul"}, "match_id"),
        ({"act": "annul", "match_id": "../x"}, "match_id"),
        ({"act": "correct", "match_id": MATCH}, "outcome"),
        ({"act": "correct", "match_id": MATCH, "outcome": "x"}, "outcome"),
        ({"act": "void", "game_id": GAME, "reason": " "}, "reason"),
    ],
)
def test_what_cannot_be_decided_is_refused(
    gateway: Gateway, operator: Player, body: Any, field: str
) -> None:
    answer = decide(gateway, operator, opened(gateway, operator), **body)
    assert (answer.status_code, list(answer.json["errors"])) == (422, [field])


def test_decisions_are_for_operators(gateway: Gateway, operator: Player) -> None:
    ana, path = gateway.player("Ana"), opened(gateway, operator)
    assert decide(gateway, ana, path, act="annul", match_id=MATCH).status_code == 403
    assert gateway.post(f"{path}/decisions", {}).status_code == 401
    missing = decide(gateway, operator, "/admin/incidents/none", act="annul", match_id=MATCH)
    assert missing.status_code == 404
