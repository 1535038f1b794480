"""Operators find accounts: by id, by how a name begins, page by page."""

from tests.service.gateway.gateway_under_test import Gateway, Player


def _names(gateway: Gateway, operator: Player, query: str) -> list[str | None]:
    items = gateway.get(f"/admin/accounts{query}", operator.token).json["items"]
    return [one["display_name"] for one in items]


def test_an_account_is_told_without_what_is_private(gateway: Gateway) -> None:
    operator, ana = gateway.operator(), gateway.player("Ana")
    gateway.post(f"/admin/accounts/{ana.id}/suspend", {"reason": "two accounts"}, operator.token)
    (told,) = gateway.get(f"/admin/accounts?id={ana.id}", operator.token).json["items"]
    assert told.pop("created_at")
    assert told == {
        "id": ana.id,
        "display_name": "Ana",
        "roles": ["player"],
        "suspended": True,
        "deleted_at": None,
    }


def test_accounts_are_found_by_ids_and_by_how_their_name_begins(gateway: Gateway) -> None:
    operator = gateway.operator()
    ana, bea, anton = (gateway.player(name) for name in ("Ana", "Bea", "Anton"))
    assert _names(gateway, operator, f"?id={ana.id}&id={bea.id}&id=nobody") == ["Bea", "Ana"]
    assert _names(gateway, operator, "?name=an") == ["Anton", "Ana"]
    assert _names(gateway, operator, f"?name=an&id={anton.id}") == ["Anton"]
    # Nothing in a name is a pattern.
    assert _names(gateway, operator, "?name=%25") == []


def test_the_list_comes_in_pages(gateway: Gateway) -> None:
    operator = gateway.operator()
    for name in ("Ana", "Bea"):
        gateway.player(name)
    first = gateway.get("/admin/accounts?limit=2", operator.token).json
    rest = _names(gateway, operator, f"?limit=2&cursor={first['next']}")
    assert [one["display_name"] for one in first["items"]] + rest == ["Bea", "Ana", "Operator"]


def test_who_is_gone_has_no_name_and_nobody_else_may_look(gateway: Gateway) -> None:
    operator, ana = gateway.operator(), gateway.player("Ana")
    assert gateway.get("/admin/accounts", ana.token).status_code == 403
    gateway.call("DELETE", "/me", token=ana.token)
    (told,) = gateway.get(f"/admin/accounts?id={ana.id}", operator.token).json["items"]
    assert told["display_name"] is None
    assert told["deleted_at"]
