"""The Aura wallet."""

from typing import Any

import pytest

from shared import names
from shared.events.catalogue import AccountDeleted
from tests.service.match.desk import Desk, refusal
from tests.service.match.telling import START


def grant(desk: Desk, amount: Any, account: str = "ana", who: str = "op") -> Any:
    body = {"amount": amount, "reason": "a prize"}
    return desk.ask(who, "POST", f"/accounts/{account}/aura", body)


def test_a_wallet_starts_empty(desk: Desk) -> None:
    assert desk.ask("ana", "GET", "/me/aura").json == {"balance": 0, "items": [], "next": None}


def test_grants_add_up(desk: Desk) -> None:
    answer = grant(desk, 10)
    assert answer.status_code == 201
    assert answer.json == {
        "amount": 10,
        "reason": "a prize",
        "at": START.isoformat().replace("+00:00", "Z"),
        "balance_after": 10,
    }
    assert grant(desk, -4).json["balance_after"] == 6
    shown = desk.ask("ana", "GET", "/me/aura").json
    assert shown["balance"] == 6
    assert [(i["amount"], i["balance_after"]) for i in shown["items"]] == [(-4, 6), (10, 10)]
    assert desk.ask("bea", "GET", "/me/aura").json["balance"] == 0


def test_a_balance_never_goes_below_0(desk: Desk) -> None:
    grant(desk, 10)
    assert refusal(grant(desk, -11)) == (409, "insufficient_aura")
    assert grant(desk, -10).json["balance_after"] == 0
    assert len(desk.ask("ana", "GET", "/me/aura").json["items"]) == 2


@pytest.mark.parametrize("amount", [0, 1_000_001, -1_000_001, 1.5, "1", True, None])
def test_amounts_have_bounds(desk: Desk, amount: Any) -> None:
    answer = grant(desk, amount)
    assert refusal(answer) == (422, "invalid")
    assert list(answer.json["errors"]) == ["amount"]


@pytest.mark.parametrize("reason", ["", "  \n", None, "x" * 1001])
def test_a_grant_says_why(desk: Desk, reason: Any) -> None:
    body = {"amount": 1, "reason": reason}
    answer = desk.ask("op", "POST", "/accounts/ana/aura", body)
    assert refusal(answer) == (422, "invalid")
    assert list(answer.json["errors"]) == ["reason"]


@pytest.mark.parametrize(
    ("who", "status", "code"),
    [(None, 401, "unauthorized"), ("ana", 403, "forbidden"), ("server", 403, "forbidden")],
)
def test_operators_grant(desk: Desk, who: str, status: int, code: str) -> None:
    assert refusal(grant(desk, 1, who=who)) == (status, code)


def test_there_is_no_wallet_without_an_account(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(names, "PATIENCE_SECONDS", 0.05)
    desk.tell(AccountDeleted(account_id="bea", revision=2))
    assert refusal(grant(desk, 1, account="zoe")) == (404, "not_found")
    assert refusal(grant(desk, 1, account="bea")) == (404, "not_found")


def test_word_of_a_new_account_is_waited_for(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    looks = []
    known_among = names._known_among

    def arriving(runtime: Any, account_ids: set[str]) -> set[str]:
        looks.append(account_ids)
        if len(looks) == 3:
            desk.know("zoe")
        return known_among(runtime, account_ids)

    monkeypatch.setattr(names, "_known_among", arriving)
    assert grant(desk, 1, account="zoe").status_code == 201


def test_a_guest_has_no_wallet(desk: Desk) -> None:
    assert refusal(desk.ask("guest", "GET", "/me/aura")) == (403, "forbidden")
    assert refusal(desk.ask(None, "GET", "/me/aura")) == (401, "unauthorized")


def test_entries_come_in_pages(desk: Desk) -> None:
    for amount in (1, 2, 3, 4, 5):
        grant(desk, amount)
    seen: list[int] = []
    cursor = ""
    while cursor is not None:
        page = desk.ask("ana", "GET", f"/me/aura?limit=2{cursor and '&cursor=' + cursor}").json
        assert page["balance"] == 15
        seen += [item["amount"] for item in page["items"]]
        cursor = page["next"]
    assert seen == [5, 4, 3, 2, 1]


@pytest.mark.parametrize("cursor", ["x", "WzFd", "LTE", "dHJ1ZQ", "MS41"])
def test_a_made_up_cursor_is_refused(desk: Desk, cursor: str) -> None:
    assert refusal(desk.ask("ana", "GET", f"/me/aura?cursor={cursor}")) == (422, "invalid")


def test_a_key_grants_once(desk: Desk) -> None:
    body = {"amount": 7, "reason": "once"}
    answers = [
        desk.ask("op", "POST", "/accounts/ana/aura", body, Idempotency_Key="k") for _ in "12"
    ]
    assert [a.status_code for a in answers] == [201, 201]
    assert desk.ask("ana", "GET", "/me/aura").json["balance"] == 7
