"""Players dispute a result of theirs, and operators look into it."""

import threading
from typing import Any

import pytest
from sqlalchemy import select

from services.gateway.service import SERVICE
from shared.events.catalogue import ReviewChanged
from shared.ids import new_id
from shared.migrate import migrate
from shared.tables import answers
from tests.service.gateway.gateway_under_test import Gateway, Player
from tests.service.gateway.migrating import go_back_before

MATCH = new_id()
RESULT = {"outcome": "first"}


@pytest.fixture
def ana(gateway: Gateway) -> Player:
    player = gateway.player("Ana")
    tell_match(gateway, player.id)
    return player


def tell_match(gateway: Gateway, first: str, kind: str = "league", result: Any = RESULT) -> None:
    match = {
        "id": MATCH,
        "kind": kind,
        "first": {"account_id": first},
        "second": {"account_id": "bea"},
        "result": result,
    }
    gateway.services.answers[f"/api/v1/matches/{MATCH}"] = ("200 OK", match)


def dispute(
    gateway: Gateway, who: Player | None, reason: str = "she was not there", key: str | None = None
) -> Any:
    token, headers = who.token if who else None, {"Idempotency-Key": key} if key else {}
    return gateway.post(f"/matches/{MATCH}/disputes", {"reason": reason}, token, headers=headers)


def reviews(gateway: Gateway) -> list[bool]:
    return [e.under_review for e in gateway.emitted() if isinstance(e, ReviewChanged)]


def test_a_dispute_opens_an_incident_under_review(gateway: Gateway, ana: Player) -> None:
    answer = dispute(gateway, ana)
    assert answer.status_code == 201
    assert (answer.json["state"], answer.json["resolution"]) == ("under_review", None)
    assert reviews(gateway) == [True]
    operator = gateway.operator()
    (incident,) = gateway.get("/admin/incidents?state=under_review", operator.token).json["items"]
    # No title in any one language: whoever reads it is told in their own.
    assert incident["title"] == ""
    assert incident["match_ids"] == [MATCH]
    assert [(d["account_id"], d["reason"]) for d in incident["disputes"]] == [
        (ana.id, "she was not there")
    ]
    path = f"/admin/incidents/{incident['id']}"
    body = {"state": "dismissed", "resolution": "She was."}
    assert gateway.call("PATCH", path, body, operator.token).status_code == 200
    assert reviews(gateway) == [True, False]
    (told,) = gateway.get(f"/matches/{MATCH}/disputes", ana.token).json["items"]
    assert (told["state"], told["resolution"]) == ("dismissed", "She was.")


def test_asked_again_it_is_the_same(gateway: Gateway, ana: Player) -> None:
    first = dispute(gateway, ana)
    again = dispute(gateway, ana, "another reason")
    assert (first.status_code, again.status_code) == (201, 200)
    assert again.json == first.json


def test_asked_twice_at_once_it_is_one(gateway: Gateway, ana: Player) -> None:
    codes: list[int] = []
    both = [
        threading.Thread(target=lambda: codes.append(dispute(gateway, ana).status_code))
        for _ in range(2)
    ]
    for thread in both:
        thread.start()
    for thread in both:
        thread.join()
    assert sorted(codes) == [200, 201]
    assert reviews(gateway) == [True]


def test_a_ladder_game_is_put_under_review_by_an_operator_alone(
    gateway: Gateway, ana: Player
) -> None:
    tell_match(gateway, ana.id, kind="ladder")
    assert dispute(gateway, ana).json["state"] == "open"
    assert reviews(gateway) == []
    operator = gateway.operator()
    (incident,) = gateway.get("/admin/incidents", operator.token).json["items"]
    assert incident["game_ids"] == [MATCH]


def test_the_same_key_gets_the_first_answer_again(gateway: Gateway, ana: Player) -> None:
    first = dispute(gateway, ana, key="k")
    gateway.services.dead.add("match")
    again = dispute(gateway, ana, key="k")
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.data == first.data
    other = dispute(gateway, ana, "another reason", key="k")
    assert (other.status_code, other.json["code"]) == (422, "idempotency_key_reused")
    assert dispute(gateway, ana, key="another").status_code == 503


def test_a_refusal_is_an_answer_that_a_key_repeats(gateway: Gateway, ana: Player) -> None:
    tell_match(gateway, ana.id, result=None)
    assert dispute(gateway, ana, key="k").json["code"] == "match_open"
    tell_match(gateway, ana.id)
    assert dispute(gateway, ana, key="k").json["code"] == "match_open"
    assert dispute(gateway, ana, key="another").status_code == 201


def test_asked_at_once_with_one_key_all_get_the_first_answer(gateway: Gateway, ana: Player) -> None:
    given: list[Any] = []
    callers = [
        threading.Thread(target=lambda: given.append(dispute(gateway, ana, key="k")))
        for _ in range(5)
    ]
    for thread in callers:
        thread.start()
    for thread in callers:
        thread.join()
    assert {(a.status_code, a.data) for a in given} == {(201, given[0].data)}
    assert reviews(gateway) == [True]


def test_for_whom_no_dispute_is_nobody_is_asked(gateway: Gateway) -> None:
    guest = gateway.post("/guests", {"display_name": "Gil"}).json["access_token"]
    refused = gateway.post(f"/matches/{MATCH}/disputes", {"reason": "x"}, guest)
    assert refused.status_code == 403
    assert gateway.services.passed == []


def test_only_players_of_a_closed_match_that_counts(gateway: Gateway, ana: Player) -> None:
    cai = gateway.player("Cai")
    assert dispute(gateway, None).status_code == 401
    other = dispute(gateway, cai)
    assert (other.status_code, other.json["code"]) == (403, "not_your_match")
    tell_match(gateway, ana.id, result=None)
    still_open = dispute(gateway, ana)
    assert (still_open.status_code, still_open.json["code"]) == (409, "match_open")
    tell_match(gateway, ana.id, kind="friendly")
    assert dispute(gateway, ana).json["code"] == "friendly_match"
    gateway.services.answers[f"/api/v1/matches/{MATCH}"] = ("404 NOT FOUND", {})
    assert dispute(gateway, ana).status_code == 404
    assert list(dispute(gateway, ana, " ").json["errors"]) == ["reason"]
    assert reviews(gateway) == []


def test_others_see_nothing_of_it(gateway: Gateway, ana: Player) -> None:
    dispute(gateway, ana)
    cai = gateway.player("Cai")
    path = f"/matches/{MATCH}/disputes"
    assert gateway.get(path, cai.token).json["items"] == []
    assert gateway.get(path).status_code == 401
    assert len(gateway.get(path, gateway.operator().token).json["items"]) == 1


def test_what_a_deleted_account_wrote_goes(gateway: Gateway, ana: Player) -> None:
    dispute(gateway, ana, key="k")
    assert gateway.call("DELETE", "/me", token=ana.token).status_code == 204
    operator = gateway.operator()
    (incident,) = gateway.get("/admin/incidents", operator.token).json["items"]
    assert [d["reason"] for d in incident["disputes"]] == [None]
    with gateway.runtime.reading() as look:
        assert look.connection.execute(select(answers)).all() == []


def test_disputes_of_before_lose_the_english_title_and_no_other(
    gateway: Gateway, ana: Player
) -> None:
    operator, old = gateway.operator(), "Disputed result"
    dispute(gateway, ana)
    own = {"title": old, "description": "opened by an operator"}
    gateway.post("/admin/incidents", own, operator.token)
    engine = gateway.runtime.engine

    def titles() -> list[str]:
        listed = gateway.get("/admin/incidents", operator.token).json["items"]
        return [one["title"] for one in listed]

    assert titles() == [old, ""]
    go_back_before(engine, "0012")
    assert titles() == [old, old]
    migrate(SERVICE, engine)
    assert titles() == [old, ""]
