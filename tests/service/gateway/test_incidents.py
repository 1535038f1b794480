"""Incidents that operators look into."""

from typing import Any

from tests.service.gateway.gateway_under_test import Gateway, Player


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
    body = {"state": "closed", "resolution": "nothing found", "reason": "looked at all games"}
    changed = gateway.call("PATCH", path, body, operator.token).json
    assert (changed["state"], changed["resolution"]) == ("closed", "nothing found")
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


def test_the_newest_comes_first_in_pages(gateway: Gateway) -> None:
    operator = gateway.operator()
    for title in "ABC":
        _open(gateway, operator, title=title)
    first = gateway.get("/admin/incidents?limit=2", operator.token).json
    rest = gateway.get(f"/admin/incidents?cursor={first['next']}", operator.token).json
    assert [i["title"] for i in first["items"] + rest["items"]] == ["C", "B", "A"]
