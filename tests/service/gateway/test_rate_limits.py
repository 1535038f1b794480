"""Limits on how often somebody may call."""

import re
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from services.gateway.domain.rates import Rate
from services.gateway.guard import limits as limits_module
from services.gateway.guard.common_limits import PART_TAKEN, CommonLimits
from services.gateway.guard.limits import Limits, limits_of
from services.gateway.tables.guard import AllowanceRow
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


def test_two_gateways_count_together(limited: Gateway) -> None:
    """Each has its own process; the database they share lets no more through than one."""
    other = Limits(on=True, common=CommonLimits(limited.runtime))
    rate = limits_module.ONE_EMAIL_FROM_ONE_ADDRESS
    both = [limits_of(limited.runtime), other]
    for number in range(rate.most):
        both[number % 2].spend_common("login", rate, "ana")
    for limits in both:
        with pytest.raises(TooManyRequests) as refused:
            limits.spend_common("login", rate, "ana")
        assert 0 < (refused.value.retry_after or 0) <= rate.seconds / rate.most


def test_never_more_pass_than_a_high_rate_allows_though_some_are_held(limited: Gateway) -> None:
    now = [1000.0]
    gateways = [CommonLimits(limited.runtime, clock=lambda: now[0]) for _ in range(3)]
    rate, passed = Rate(100, 60), 0
    for number in range(150):
        try:
            gateways[number % 3].spend("writes", rate, "ana")
            passed += 1
        except TooManyRequests:
            pass
    assert rate.most - 3 * rate.most // PART_TAKEN <= passed <= rate.most
    gateways[0].spend("writes", rate, "bea")
    now[0] += rate.seconds
    gateways[1].spend("writes", rate, "ana")


def test_at_once_from_many_threads_no_more_pass(limited: Gateway) -> None:
    gateways = [CommonLimits(limited.runtime) for _ in range(4)]
    rate, passed, together = Rate(10, 3600), [], threading.Barrier(8)

    def spend(number: int) -> None:
        together.wait()
        for _ in range(5):
            with suppress(TooManyRequests):
                gateways[number % 4].spend("login", rate, "ana")
                passed.append(number)

    racers = [threading.Thread(target=spend, args=(number,)) for number in range(8)]
    for racer in racers:
        racer.start()
    for racer in racers:
        racer.join()
    assert len(passed) == rate.most


def test_writes_are_counted_apart_and_by_account(
    limited: Gateway, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana = limited.player("Ana")
    monkeypatch.setattr(limits_module, "WRITES", Rate(40, 3600))
    number, _ = _until_refused(60, lambda: limited.call("PUT", "/ladder/queue", {}, ana.token))
    assert number == 40
    assert limited.get("/seasons", ana.token).status_code == 200


def test_what_is_kept_of_addresses_tells_none(limited: Gateway) -> None:
    limited.post("/sessions", {"email": "ana@example.org", "password": "guess"})
    with limited.runtime.reading() as uow:
        keys = uow.session.scalars(select(AllowanceRow.key)).all()
    assert len(keys) == 4
    assert all(re.fullmatch("[0-9a-f]{32}", key) for key in keys)
