"""Opening accounts."""

import threading
from typing import Any

import pytest

from services.gateway.callers import hashing
from services.gateway.usecases import accounts as use_cases
from shared.events.catalogue import AccountRegistered
from tests.service.gateway.gateway_under_test import PASSWORD, Gateway


def test_a_new_account_is_shown_and_announced(gateway: Gateway) -> None:
    answer = gateway.register("Ana", email=" Ana@Example.ORG ", display_name="  Ana   María ")
    assert answer.status_code == 201
    assert answer.json["display_name"] == "Ana María"
    assert set(answer.json) == {"id", "display_name", "created_at"}
    assert answer.json["created_at"].endswith("Z")
    (event,) = gateway.emitted()
    assert event == AccountRegistered(
        account_id=answer.json["id"], display_name="Ana María", revision=1
    )


def test_a_guest_is_announced_as_one(gateway: Gateway) -> None:
    answer = gateway.post("/guests", {"display_name": "Gus"})
    (event,) = gateway.emitted()
    assert event == AccountRegistered(
        account_id=answer.json["account"]["id"], display_name="Gus", revision=1, is_guest=True
    )


def test_what_calls_itself_a_trace_keeps_nobody_out(gateway: Gateway) -> None:
    """It is stored beside the event, where there is room for a trace and for no more."""
    body = {"email": "ana@example.org", "password": PASSWORD, "display_name": "Ana"}
    headers = {"Traceparent": "0" * 500}
    answer = gateway.post("/accounts", {**body, "accept_rules": True}, headers=headers)
    assert answer.status_code == 201, answer.text


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("email", "no address"),
        ("email", "two@at@example.org"),
        ("email", "ana@example.org\n.evil.example"),
        ("email", 7),
        ("password", "short"),
        ("password", "x" * 201),
        ("display_name", "   "),
        ("display_name", "x" * 41),
        ("display_name", "A\u0000na"),
        ("display_name", "Ana\nBea"),
        ("display_name", "A\u200bna"),
        ("display_name", "\u3164"),
        ("accept_rules", False),
        ("accept_rules", 1),
        ("accept_rules", "true"),
        ("surprise", "field"),
    ],
)
def test_what_cannot_be_is_named(gateway: Gateway, field: str, value: Any) -> None:
    answer = gateway.register("Ana", **{field: value})
    assert answer.status_code == 422
    assert answer.json["code"] == "invalid"
    assert list(answer.json["errors"]) == [field]
    assert gateway.emitted() == []


def test_all_fields_at_fault_are_named_at_once(gateway: Gateway) -> None:
    answer = gateway.post("/accounts", {"email": "x", "password": "y"})
    assert set(answer.json["errors"]) == {"email", "password", "display_name", "accept_rules"}


def test_an_address_is_taken_in_any_case(gateway: Gateway) -> None:
    gateway.register("Ana")
    answer = gateway.register("Bea", email="ANA@example.org")
    assert (answer.status_code, answer.json["code"]) == (409, "email_taken")


@pytest.mark.parametrize("name", ["ana", "ＡＮＡ", "Ana"])
def test_a_name_is_taken_however_it_is_written(gateway: Gateway, name: str) -> None:
    gateway.register("Ana")
    answer = gateway.register("Bea", display_name=name)
    assert (answer.status_code, answer.json["code"]) == (409, "display_name_taken")


def test_nobody_passes_for_a_deleted_player(gateway: Gateway) -> None:
    answer = gateway.register("Bea", display_name="Deleted  Player")
    assert (answer.status_code, answer.json["code"]) == (409, "display_name_taken")


def test_both_taken_tells_of_the_address(gateway: Gateway) -> None:
    gateway.register("Ana")
    assert gateway.register("Ana").json["code"] == "email_taken"


@pytest.mark.parametrize(
    ("second", "code"),
    [
        ({"display_name": "Bea"}, "email_taken"),
        ({"email": "bea@example.org"}, "display_name_taken"),
    ],
)
def test_of_two_at_once_one_gets_it(gateway: Gateway, second: dict[str, str], code: str) -> None:
    together = threading.Barrier(2)
    answers: list[Any] = []

    def register(**other: str) -> None:
        together.wait()
        answers.append(gateway.register("Ana", **other))

    racers = [threading.Thread(target=register, kwargs=other) for other in ({}, second)]
    for racer in racers:
        racer.start()
    for racer in racers:
        racer.join()
    assert sorted(answer.status_code for answer in answers) == [201, 409]
    refused = next(answer for answer in answers if answer.status_code == 409)
    assert refused.json["code"] == code
    assert len(gateway.emitted()) == 1


def test_nothing_is_locked_while_a_password_is_hashed(
    gateway: Gateway, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock_was_free: list[bool] = []

    def try_the_lock() -> None:
        with gateway.runtime.plain_writing():
            lock_was_free.append(True)

    def hash_slowly(password: str) -> str:
        # Another thread could not write if this one held the database.
        writer = threading.Thread(target=try_the_lock)
        writer.start()
        writer.join(timeout=5)
        return hashing.hash_password(password)

    monkeypatch.setattr(use_cases, "hash_password", hash_slowly)
    assert gateway.register("Ana").status_code == 201
    assert lock_was_free == [True]


def test_a_guest_gets_tokens_and_a_name_nobody_registered_has(gateway: Gateway) -> None:
    gateway.register("Ana")
    assert gateway.post("/guests", {"display_name": "aNa"}).json["code"] == "display_name_taken"
    first, second = (gateway.post("/guests", {"display_name": "Gus"}) for _ in range(2))
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.json["account"]["roles"] == ["guest"]
    me = gateway.get("/me", first.json["access_token"]).json
    assert (me["display_name"], me["email"], me["roles"]) == ("Gus", None, ["guest"])


def test_a_password_in_another_form_of_the_same_letters_opens(gateway: Gateway) -> None:
    gateway.register("Ana", password="contraseña1")
    assert gateway.log_in("ana@example.org", "contrasen\u0303a1")["account"]["roles"] == ["player"]


def test_the_password_itself_is_nowhere_in_the_data(gateway: Gateway) -> None:
    gateway.register("Ana")
    gateway.close()
    for file in gateway.settings.data.iterdir():
        assert PASSWORD.encode() not in file.read_bytes()
