"""The operator who is there from the start."""

from pathlib import Path

from services.gateway.usecases.operators import ensure_operator
from tests.service.gateway.gateway_under_test import PASSWORD, Gateway, Player


def test_made_once_with_the_password_of_the_settings(tmp_path: Path) -> None:
    gateway = Gateway(tmp_path, operator_email="Olga@localhost", operator_password="short")
    assert ensure_operator(gateway.runtime) == ("Olga@localhost", "short")
    assert ensure_operator(gateway.runtime) == ("Olga@localhost", None)
    tokens = gateway.log_in("olga@localhost", "short")
    assert tokens["account"]["roles"] == ["player", "operator"]
    assert len(gateway.emitted()) == 1
    gateway.close()


def test_without_a_password_one_is_drawn_and_told_once(gateway: Gateway) -> None:
    made = ensure_operator(gateway.runtime, email="olga@example.org")
    assert made
    assert made[1]
    assert Player(gateway.log_in(made[0], made[1]))
    assert ensure_operator(gateway.runtime, email="olga@example.org") == (made[0], None)


def test_without_an_address_there_is_none(gateway: Gateway) -> None:
    assert ensure_operator(gateway.runtime) is None
    assert gateway.emitted() == []


def test_an_account_that_exists_is_promoted_by_its_own_password_alone(gateway: Gateway) -> None:
    ana = gateway.player("Ana")
    ensure_operator(gateway.runtime, email="ana@example.org", password="another one")
    assert gateway.get("/me", ana.token).json["roles"] == ["player"]
    ensure_operator(gateway.runtime, email="ana@example.org", password=PASSWORD)
    assert gateway.get("/me", ana.token).json["roles"] == ["player", "operator"]


def test_a_taken_name_does_not_keep_the_operator_out(gateway: Gateway) -> None:
    gateway.register("Ana", display_name="Operator")
    operator = gateway.operator()
    assert gateway.get("/me", operator.token).json["display_name"].startswith("Operator ")
