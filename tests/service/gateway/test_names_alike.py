"""Names that look like somebody's are refused, by the database itself."""

import threading

from sqlalchemy import text

from services.gateway.service import SERVICE
from services.gateway.store import accounts
from shared.migrate import migrate
from tests.service.gateway.gateway_under_test import Gateway
from tests.service.gateway.migrating import go_back_before

LIKE_ANA = "Аnа"  # Cyrillic at both ends


def test_a_name_like_anothers_is_refused_everywhere(gateway: Gateway) -> None:
    gateway.player("Ana")
    bea = gateway.player("Bea")
    other = {"email": "c@example.org"}
    for answer in (
        gateway.register(LIKE_ANA, **other),
        gateway.register("A N A", **other),
        gateway.post("/guests", {"display_name": LIKE_ANA}),
        gateway.call("PATCH", "/me", {"display_name": LIKE_ANA}, bea.token),
    ):
        assert (answer.status_code, answer.json["code"]) == (409, "display_name_taken")


def test_one_may_change_ones_own_name_a_little_and_lets_go_of_the_old_one(gateway: Gateway) -> None:
    paul = gateway.player("Paul")
    assert gateway.call("PATCH", "/me", {"display_name": "PAUL"}, paul.token).status_code == 200
    assert gateway.register("PauI", email="x@example.org").status_code == 409
    assert gateway.call("PATCH", "/me", {"display_name": "Pia"}, paul.token).status_code == 200
    assert gateway.register("PauI", email="x@example.org").status_code == 201


def test_a_deleted_accounts_name_is_free_again(gateway: Gateway) -> None:
    ana = gateway.player("Ana")
    assert gateway.call("DELETE", "/me", token=ana.token).status_code == 204
    assert gateway.register(LIKE_ANA, email="x@example.org").status_code == 201


def test_of_two_at_once_one_gets_the_name(gateway: Gateway) -> None:
    answers: list[int] = []

    def register(name: str, email: str) -> None:
        answers.append(gateway.register(name, email=email).status_code)

    both = [
        threading.Thread(target=register, args=(name, f"{number}@example.org"))
        for number, name in enumerate(("Ana", LIKE_ANA))
    ]
    for thread in both:
        thread.start()
    for thread in both:
        thread.join()
    assert sorted(answers) == [201, 409]


def test_accounts_of_before_keep_their_names_and_can_be_changed(gateway: Gateway) -> None:
    """Of two that look alike already, the older one holds the look."""
    gateway.player("Ana")
    bea = gateway.player("Bea")
    engine = gateway.runtime.engine
    go_back_before(engine, "0006")
    with gateway.runtime.plain_writing() as connection:
        names = {"id": bea.id, "name": LIKE_ANA}
        rename = "UPDATE accounts SET display_name = :name, name_key = 'x' WHERE id = :id"
        connection.execute(text(rename), names)
    migrate(SERVICE, engine)
    with gateway.runtime.writing() as uow:
        accounts.save(uow, accounts.lock(uow, bea.id).verified("bea@example.org"))
    again = gateway.register("ana", email="x@example.org")
    assert again.json["code"] == "display_name_taken"
    assert gateway.call("PATCH", "/me", {"display_name": "Bea"}, bea.token).status_code == 200
