"""Clues: unlocked, limited, paid for."""

import pytest

from services.match.store import wallets
from services.match.store.wallets import LockedWallet
from shared.unit_of_work import UnitOfWork
from tests.service.match.desk import Desk, refusal
from tests.service.match.telling import (
    CLOSE,
    HOUR,
    SOLVING,
    closed,
    disqualified,
    paired,
    solving_opened,
)


@pytest.fixture(autouse=True)
def solving(desk: Desk) -> None:
    """Ana's code is 1234, Bea's 4321; Ana has made an attempt and has Aura for two clues."""
    desk.tell(paired(), paired(2, clues=None), solving_opened())
    desk.code("ana", "1234")
    desk.code("bea", "4321")
    desk.grant("ana", 12)
    desk.move(SOLVING)
    desk.attempt("ana", 1, "1111")


def balance(desk: Desk, who: str = "ana") -> int:
    return desk.ask(who, "GET", "/me/aura").json["balance"]


def test_a_clue_tells_a_symbol_and_is_paid_for(desk: Desk) -> None:
    answer = desk.clue("ana")
    assert answer.status_code == 201
    told = answer.json
    assert told["symbol"] == "4321"[told["position"] - 1]
    assert (told["aura_spent"], told["aura_balance"]) == (5, 7)
    (clue,) = desk.look("ana")["you"]["clues"]
    assert clue == {
        "position": told["position"],
        "symbol": told["symbol"],
        "at": "2026-03-29T00:00:00Z",
    }
    (spent, granted) = desk.ask("ana", "GET", "/me/aura").json["items"]
    assert (spent["amount"], spent["balance_after"]) == (-5, 7)
    assert (granted["amount"], granted["reason"]) == (12, "welcome")


def test_no_position_is_told_twice(desk: Desk) -> None:
    positions = {desk.clue("ana").json["position"] for _ in range(2)}
    assert len(positions) == 2
    assert refusal(desk.clue("ana")) == (409, "clue_limit_reached")
    assert balance(desk) == 2


def test_a_refused_clue_costs_nothing(desk: Desk) -> None:
    desk.grant("bea", 9)
    desk.attempt("bea", 1, "1111")
    assert desk.clue("bea").status_code == 201
    assert refusal(desk.clue("bea")) == (409, "insufficient_aura")
    assert balance(desk, "bea") == 4


def test_an_operator_learns_of_what_was_spent_at_the_close(desk: Desk) -> None:
    """Neither the balance told after a grant nor the refusal of a taking tells of a clue."""

    def granted(account: str, amount: int) -> tuple[int, object]:
        body = {"amount": amount, "reason": "so it is"}
        answer = desk.ask("op", "POST", f"/accounts/{account}/aura", body)
        return answer.status_code, answer.json.get("balance_after", answer.json.get("code"))

    desk.grant("bea", 12)
    desk.clue("ana")
    for account in ("ana", "bea"):
        assert granted(account, 1) == (201, 13)
        assert granted(account, -4) == (409, "insufficient_aura")
        assert granted(account, -2) == (201, 11)
    assert (balance(desk, "ana"), balance(desk, "bea")) == (6, 11)
    desk.tell(closed())
    desk.move(CLOSE)
    assert granted("ana", 1) == (201, 7)
    assert granted("ana", -7) == (201, 0)


def test_clues_are_refused_for_the_first_reason_that_holds(desk: Desk) -> None:
    assert refusal(desk.clue("ana", "m2")) == (409, "clues_disabled")
    assert refusal(desk.clue("bea")) == (409, "clue_locked")
    desk.attempt("bea", 1, "1111")
    assert refusal(desk.clue("bea")) == (409, "insufficient_aura")
    desk.attempt("ana", 2, "4321")
    assert refusal(desk.clue("ana")) == (409, "already_solved")
    desk.clock.move(CLOSE)
    assert refusal(desk.clue("bea")) == (409, "not_solving")
    assert refusal(desk.clue("ana", "m2")) == (409, "clues_disabled")


def test_a_clue_is_not_sold_once_its_wallet_was_waited_for_too_long(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock = wallets.lock

    def wait(uow: UnitOfWork, account_id: str) -> LockedWallet:
        desk.clock.move(CLOSE)
        return lock(uow, account_id)

    monkeypatch.setattr(wallets, "lock", wait)
    assert refusal(desk.clue("ana")) == (409, "not_solving")
    assert balance(desk) == 12


def test_the_disqualified_get_no_clue(desk: Desk) -> None:
    desk.tell(disqualified("ana", from_round=2))
    assert refusal(desk.clue("ana")) == (409, "disqualified")
    assert balance(desk) == 12


def test_clues_are_published_with_the_close(desk: Desk) -> None:
    told = desk.clue("ana").json
    desk.tell(closed())
    desk.move(CLOSE + HOUR)
    (clue,) = desk.look(None)["first"]["clues"]
    assert (clue["position"], clue["symbol"]) == (told["position"], told["symbol"])
    assert desk.look(None)["second"]["clues"] == []
