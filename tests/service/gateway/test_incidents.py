"""Incidents that operators look into."""

from typing import Any

import pytest

from services.gateway.snapshot import next_reviews
from shared.events.catalogue import ReviewChanged
from shared.ids import new_id
from tests.service.gateway.gateway_under_test import Gateway, Player
from tests.service.gateway.observed import observed

MATCH = ("200 OK", {"first": {"account_id": "ana"}, "second": {"account_id": "bea"}})


def _open(gateway: Gateway, operator: Player, **body: Any) -> Any:
    return gateway.post("/admin/incidents", {"title": "Odd results", **body}, operator.token)


def test_an_incident_is_opened_changed_and_listed(gateway: Gateway) -> None:
    operator, ana = gateway.operator(), gateway.player("Ana")
    opened = _open(gateway, operator, account_ids=[ana.id], description="See round 3")
    assert opened.status_code == 201
    incident = opened.json
    assert (incident["state"], incident["resolution"]) == ("open", None)
    assert (incident["created_by"], incident["account_ids"]) == (operator.id, [ana.id])
    path = f"/admin/incidents/{incident['id']}"
    body = {"state": "dismissed", "resolution": "nothing found", "reason": "looked at all games"}
    changed = gateway.call("PATCH", path, body, operator.token).json
    assert (changed["state"], changed["resolution"]) == ("dismissed", "nothing found")
    assert changed["description"] == "See round 3"
    assert gateway.get("/admin/incidents?state=open", operator.token).json["items"] == []
    assert gateway.get("/admin/incidents", operator.token).json["items"] == [changed]
    acts = gateway.get("/admin/audit", operator.token).json["items"]
    assert [act["reason"] for act in acts] == ["looked at all games", None]


def test_a_stale_change_is_refused(gateway: Gateway) -> None:
    operator = gateway.operator()
    path = f"/admin/incidents/{_open(gateway, operator).json['id']}"
    seen = {"If-Match": gateway.get(path, operator.token).headers["ETag"]}
    first = gateway.call("PATCH", path, {"title": "A"}, operator.token, headers=seen)
    second = gateway.call("PATCH", path, {"title": "B"}, operator.token, headers=seen)
    assert first.status_code == 200
    assert (second.status_code, second.json["code"]) == (412, "stale")
    assert gateway.get(path, operator.token).json["title"] == "A"


def test_incidents_are_for_operators(gateway: Gateway) -> None:
    ana = gateway.player("Ana")
    assert gateway.get("/admin/incidents").status_code == 401
    assert gateway.get("/admin/incidents", ana.token).status_code == 403
    assert _open(gateway, ana).status_code == 403
    assert gateway.call("PATCH", "/admin/incidents/1", {}, ana.token).status_code == 403


def test_what_cannot_be_is_refused(gateway: Gateway) -> None:
    operator = gateway.operator()
    assert list(_open(gateway, operator, title="").json["errors"]) == ["title"]
    path = f"/admin/incidents/{_open(gateway, operator).json['id']}"
    wrong = gateway.call("PATCH", path, {"state": "lost"}, operator.token)
    assert list(wrong.json["errors"]) == ["state"]
    assert gateway.get("/admin/incidents/none", operator.token).status_code == 404
    assert gateway.get("/admin/incidents?state=lost", operator.token).status_code == 422


def test_the_newest_comes_first_in_pages(gateway: Gateway) -> None:
    operator = gateway.operator()
    for title in "ABC":
        _open(gateway, operator, title=title)
    first = gateway.get("/admin/incidents?limit=2", operator.token).json
    rest = gateway.get(f"/admin/incidents?cursor={first['next']}", operator.token).json
    assert [i["title"] for i in first["items"] + rest["items"]] == ["C", "B", "A"]


def test_notes_stay_and_make_what_was_read_before_stale(gateway: Gateway) -> None:
    operator = gateway.operator()
    path = f"/admin/incidents/{_open(gateway, operator).json['id']}"
    seen = {"If-Match": gateway.get(path, operator.token).headers["ETag"]}
    for text in ("asked both", "no answer yet"):
        written = gateway.post(f"{path}/notes", {"text": text}, operator.token)
        assert written.status_code == 201
    notes = gateway.get(path, operator.token).json["notes"]
    assert [(n["text"], n["account_id"]) for n in notes] == [
        ("asked both", operator.id),
        ("no answer yet", operator.id),
    ]
    stale = gateway.call("PATCH", path, {"state": "dismissed"}, operator.token, headers=seen)
    assert stale.json["code"] == "stale"
    fresh = {"If-Match": gateway.get(path, operator.token).headers["ETag"]}
    changed = gateway.call("PATCH", path, {"state": "dismissed"}, operator.token, headers=fresh)
    assert changed.status_code == 200


def test_results_are_under_review_as_long_as_an_incident_that_names_them_is(
    gateway: Gateway,
) -> None:
    operator = gateway.operator()
    one, other = (
        f"/admin/incidents/{_open(gateway, operator, match_ids=ids).json['id']}"
        for ids in (["m1", "m2"], ["m2"])
    )

    def change(path: str, **body: Any) -> None:
        assert gateway.call("PATCH", path, body, operator.token).status_code == 200

    gateway.services.answers |= {f"/api/v1/matches/{m}": MATCH for m in ("m1", "m2", "m3")}
    change(one, state="under_review")
    change(other, state="under_review")
    change(one, match_ids=["m1", "m3"])
    change(other, state="decided")
    change(one, state="dismissed")
    told = [e for e in gateway.emitted() if isinstance(e, ReviewChanged)]
    assert [(e.match_id, e.under_review, e.revision) for e in told] == [
        ("m1", True, 1),
        ("m2", True, 1),
        ("m3", True, 1),
        ("m2", False, 2),
        ("m1", False, 2),
        ("m3", False, 2),
    ]
    with gateway.runtime.reading() as uow:
        again = next_reviews(uow, ())
    assert again is not None
    assert [(f.match_id, f.under_review, f.revision) for f in again.facts] == [
        ("m1", False, 2),
        ("m2", False, 2),
        ("m3", False, 2),
    ]


@pytest.mark.parametrize("named", ["match_ids", "account_ids"])
def test_nobody_changes_an_incident_about_themselves(gateway: Gateway, named: str) -> None:
    operator = gateway.operator()
    # One match has closed and was told of, the other is open and has to be asked for.
    closed = observed(operator.id, "bea")
    gateway.hear(closed)
    gateway.services.answers["/api/v1/matches/open"] = (
        "200 OK",
        {"first": {"account_id": "cai"}, "second": {"account_id": operator.id}},
    )
    ids = {"match_ids": [closed.match_id, "open"], "account_ids": [operator.id]}[named]
    for one in ids:
        path = f"/admin/incidents/{_open(gateway, operator, **{named: [one]}).json['id']}"
        answer = gateway.call("PATCH", path, {"state": "dismissed"}, operator.token)
        assert (answer.status_code, answer.json["code"]) == (403, "own_match")
        body = {"act": "suspend", "account_id": new_id(), "reason": "x"}
        answer = gateway.post(f"{path}/decisions", body, operator.token)
        assert (answer.status_code, answer.json["code"]) == (403, "own_match")
    assert all(passed.environ["REQUEST_METHOD"] == "GET" for passed in gateway.services.passed)
