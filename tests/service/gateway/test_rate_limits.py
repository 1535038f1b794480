"""Limits on how often somebody may call."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from services.gateway import limits as limits_module
from services.gateway.domain.rates import Rate
from services.gateway.limits import Limits
from shared.errors import TooManyRequests
from tests.service.gateway.gateway_under_test import PASSWORD, Gateway


@pytest.fixture
def limited(tmp_path: Path) -> Iterator[Gateway]:
    under_test = Gateway(tmp_path, rate_limits=True)
    yield under_test
    under_test.close()


def _until_refused(most: int, call: Any) -> tuple[int, Any]:
    for number in range(most + 1):
        answer = call()
        if answer.status_code == 429:
            return number, answer
    raise AssertionError("never refused")


def test_an_address_without_login_is_limited_and_told_when_to_come_again(limited: Gateway) -> None:
    number, answer = _until_refused(1000, lambda: limited.get("/seasons"))
    assert number >= limits_module.ADDRESSES.most
    assert answer.json["code"] == "rate_limited"
    assert int(answer.headers["Retry-After"]) >= 1
    limited.address = "192.0.2.2"
    assert limited.get("/seasons").status_code == 200


def test_an_account_is_limited_wherever_it_calls_from(limited: Gateway) -> None:
    ana = limited.player("Ana")
    addresses = iter(range(10_000))

    def call() -> Any:
        limited.address = f"198.51.100.{next(addresses) % 250}"
        return limited.get("/seasons", ana.token)

    number, _ = _until_refused(1000, call)
    assert number >= limits_module.PEOPLE.most - 5
    bea = limited.player("Bea")
    assert limited.get("/seasons", bea.token).status_code == 200


def test_passwords_for_one_address_cannot_be_guessed_fast(limited: Gateway) -> None:
    limited.register("Ana")

    def guess() -> Any:
        return limited.post("/sessions", {"email": "ANA@example.org", "password": "guess"})

    number, _ = _until_refused(50, guess)
    assert number == limits_module.ONE_EMAIL_FROM_ONE_ADDRESS.most
    # Somebody else's address, and the same from elsewhere, are not shut out.
    limited.address = "192.0.2.9"
    assert limited.log_in("ana@example.org", PASSWORD)


def test_an_unknown_address_is_limited_just_alike(limited: Gateway) -> None:
    def guess() -> Any:
        return limited.post("/sessions", {"email": "no@example.org", "password": "guess"})

    assert _until_refused(50, guess)[0] == limits_module.ONE_EMAIL_FROM_ONE_ADDRESS.most


def test_bad_tokens_are_counted(limited: Gateway) -> None:
    _until_refused(1000, lambda: limited.get("/seasons", "no token"))


def test_hosts_of_one_ipv6_network_are_one(limited: Gateway) -> None:
    hosts = iter(range(1, 10_000))

    def call() -> Any:
        limited.address = f"2001:db8::{next(hosts):x}"
        return limited.get("/seasons")

    _until_refused(1000, call)


def test_switched_off_everything_passes(gateway: Gateway) -> None:
    for _ in range(limits_module.ADDRESSES.most + 20):
        assert gateway.get("/nowhere").status_code == 404
    assert gateway.get("/seasons").status_code == 200
    for _ in range(limits_module.ONE_EMAIL_FROM_ONE_ADDRESS.most + 5):
        body = {"email": "ana@example.org", "password": "x"}
        assert gateway.post("/sessions", body).status_code == 401


def test_a_flood_of_addresses_does_not_take_the_memory() -> None:
    now = [0.0]
    limits = Limits(on=True, clock=lambda: now[0])
    rate = Rate(1, 10)
    for number in range(limits_module.MOST_COUNTED + 100):
        now[0] += 0.001
        limits.spend(rate, str(number))
    assert len(limits._paid) <= limits_module.MOST_COUNTED
    with pytest.raises(TooManyRequests):
        limits.spend(rate, str(number))
