"""What people do with their own account."""

from typing import Any

from shared.events.catalogue import AccountDeleted, AccountRenamed
from tests.service.gateway.gateway_under_test import PASSWORD, Gateway, Player


def _patch(gateway: Gateway, player: Player, **body: Any) -> Any:
    return gateway.call("PATCH", "/me", body, player.token)


def test_a_new_name_is_announced_with_a_growing_revision(gateway: Gateway) -> None:
    ana = gateway.player("Ana")
    for name in ("Anita", "ANITA", "ANITA"):
        assert _patch(gateway, ana, display_name=name).json["display_name"] == name
    assert gateway.emitted()[1:] == [
        AccountRenamed(account_id=ana.id, display_name="Anita", revision=2),
        AccountRenamed(account_id=ana.id, display_name="ANITA", revision=3),
    ]
    gateway.get("/seasons", ana.token)
    assert gateway.services.passed[-1].caller.display_name == "ANITA"


def test_a_name_that_is_taken_changes_nothing(gateway: Gateway) -> None:
    ana, _ = gateway.player("Ana"), gateway.player("Bea")
    answer = _patch(gateway, ana, display_name="BEA")
    assert (answer.status_code, answer.json["code"]) == (409, "display_name_taken")
    assert len(gateway.emitted()) == 2
    assert gateway.get("/me", ana.token).json["display_name"] == "Ana"


def test_a_name_given_up_is_free_again(gateway: Gateway) -> None:
    ana = gateway.player("Ana")
    _patch(gateway, ana, display_name="Anita")
    assert gateway.register("Bea", display_name="Ana").status_code == 201


def test_a_new_address_or_password_needs_the_present_password(gateway: Gateway) -> None:
    ana = gateway.player("Ana")
    for body in ({"email": "new@example.org"}, {"password": "a new password"}):
        for wrong in ({}, {"current_password": "wrong"}):
            answer = _patch(gateway, ana, **body, **wrong)
            assert answer.status_code == 422
            assert list(answer.json["errors"]) == ["current_password"]
    moved = _patch(gateway, ana, email="New@example.org", current_password=PASSWORD)
    assert (moved.status_code, moved.json["email"]) == (200, "New@example.org")
    assert gateway.log_in("new@example.org")["account"]["id"] == ana.id


def test_an_address_that_is_taken_is_refused(gateway: Gateway) -> None:
    ana, _ = gateway.player("Ana"), gateway.player("Bea")
    answer = _patch(gateway, ana, email="BEA@example.org", current_password=PASSWORD)
    assert (answer.status_code, answer.json["code"]) == (409, "email_taken")


def test_a_new_password_ends_all_other_logins(gateway: Gateway) -> None:
    ana, elsewhere = gateway.player("Ana"), Player(gateway.log_in("ana@example.org"))
    assert gateway.get("/me", elsewhere.token).status_code == 200
    _patch(gateway, ana, password="a new password", current_password=PASSWORD)
    assert gateway.get("/me", ana.token).status_code == 200
    assert gateway.get("/me", elsewhere.token).status_code == 401
    old = gateway.post("/sessions", {"email": "ana@example.org", "password": PASSWORD})
    assert old.json["code"] == "bad_credentials"
    assert gateway.log_in("ana@example.org", "a new password")


def test_a_deleted_account_leaves_a_tombstone(gateway: Gateway) -> None:
    ana = gateway.player("Ana")
    answer = gateway.call("DELETE", "/me", token=ana.token)
    assert (answer.status_code, answer.data) == (204, b"")
    assert gateway.emitted()[-1] == AccountDeleted(account_id=ana.id, revision=2)
    assert gateway.get("/me", ana.token).status_code == 401
    refreshed = gateway.post("/sessions/refresh", {"refresh_token": ana.refresh_token})
    assert refreshed.status_code == 401
    lost = gateway.post("/sessions", {"email": "ana@example.org", "password": PASSWORD})
    assert lost.json["code"] == "bad_credentials"
    assert gateway.register("Ana").json["id"] != ana.id
    gateway.close()
    assert gateway.emitted()[-1].type == "AccountRegistered"


def _elsewhere(gateway: Gateway, lists: dict[str, list[Any]]) -> None:
    """What the services hold on whoever asks."""
    for path, items in lists.items():
        gateway.services.answers[f"/api/v1/{path}"] = ("200 OK", {"items": items, "next": None})


def test_a_guests_export_asks_nobody_about_seasons(gateway: Gateway) -> None:
    guest = Player(gateway.post("/guests", {"display_name": "Gus"}).json)
    _elsewhere(gateway, {"me/matches": [{"id": 1}]})
    export = gateway.get("/me/export", guest.token).json
    assert (export["matches"], export["registrations"]) == ([{"id": 1}], [])
    assert len(gateway.services.passed) == 1


def test_an_export_holds_what_is_held(gateway: Gateway) -> None:
    operator = gateway.operator()
    gateway.post("/api-keys", {"name": "cards", "role": "game_server"}, operator.token)
    about = {"title": "Odd play", "account_ids": [operator.id, "x"]}
    gateway.post("/admin/incidents", about, operator.token)
    gateway.post("/admin/incidents", {"title": "Another", "account_ids": ["x"]}, operator.token)
    _elsewhere(
        gateway,
        {
            "me/registrations": [{"season_id": "S"}],
            "me/matches": [{"id": 1}],
            "me/aura": [{"amount": 5}],
            "ladder/seasons": [{"id": "L"}, {"id": "K"}],
            f"ladder/seasons/L/players/{operator.id}/games": [{"game_id": "g"}],
        },
    )
    gateway.services.answers[f"/api/v1/ladder/seasons/K/players/{operator.id}/games"] = (
        "404 NOT FOUND",
        {"code": "not_found"},
    )
    export = gateway.get("/me/export", operator.token).json
    assert export["account"]["email"] == "operator@example.org"
    assert len(export["logins"]) == 1
    assert [key["name"] for key in export["api_keys"]] == ["cards"]
    assert "/api/v1/api-keys" in [act["path"] for act in export["acts"]]
    assert [incident["title"] for incident in export["incidents"]] == ["Odd play"]
    assert (export["matches"], export["aura"]) == ([{"id": 1}], [{"amount": 5}])
    assert export["registrations"] == [{"season_id": "S"}]
    assert export["ladder_games"] == [{"ladder_season_id": "L", "game_id": "g"}]
    assert export["mail"] == {"language": "en", "reminders": True}
    assert export["openid"] == []
    assert {passed.caller.account_id for passed in gateway.services.passed} == {operator.id}


def test_an_export_follows_pages_and_is_whole_or_not_at_all(gateway: Gateway) -> None:
    ana = gateway.player("Ana")
    _elsewhere(gateway, {"me/registrations": [], "me/aura": [], "ladder/seasons": []})
    pages = [
        {"items": [{"id": 1}, {"id": 2}], "next": "more"},
        {"items": [{"id": 3}], "next": None},
    ]
    matches = "/api/v1/me/matches"

    def next_page() -> None:
        if gateway.services.passed[-1].environ["PATH_INFO"] == matches:
            gateway.services.answers[matches] = ("200 OK", pages.pop(0))

    gateway.services.meanwhile = next_page
    assert len(pages) == 2
    export = gateway.get("/me/export", ana.token)
    assert export.json["matches"] == [{"id": 1}, {"id": 2}, {"id": 3}]
    queries = [p.environ["QUERY_STRING"] for p in gateway.services.passed]
    assert queries == ["limit=200", "limit=200&cursor=more", "limit=200", "limit=200", "limit=200"]
    gateway.services.dead.add("match")
    assert gateway.get("/me/export", ana.token).json["code"] == "service_unavailable"


def test_own_data_is_for_people_only(gateway: Gateway) -> None:
    operator = gateway.operator()
    body = {"name": "cards", "role": "game_server"}
    key = gateway.post("/api-keys", body, operator.token).json["key"]
    assert gateway.get("/me", key).status_code == 403
    assert gateway.get("/me").status_code == 401
