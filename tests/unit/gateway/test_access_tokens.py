"""Clients' tokens as several hosts read them."""

from datetime import timedelta

import pytest

from services.gateway.callers.access_tokens import Access, read_access, sign_access
from services.gateway.domain.errors import LoginOver
from services.gateway.domain.login import ACCESS_LIFETIME
from shared.clock import real_now

SECRET = "s" * 48
ANA = Access("ana", "login")


@pytest.mark.parametrize("ahead", [-1.5, -0.5, 0.5, 1.5])
def test_a_token_of_a_host_whose_clock_differs_is_good(ahead: float) -> None:
    token = sign_access(ANA, SECRET, real_now() + timedelta(seconds=ahead))
    assert read_access(token, [SECRET]) == ANA


def test_a_token_ends() -> None:
    token = sign_access(ANA, SECRET, real_now() - ACCESS_LIFETIME - timedelta(seconds=1))
    with pytest.raises(LoginOver):
        read_access(token, [SECRET])


def test_another_ones_token_is_none() -> None:
    with pytest.raises(LoginOver):
        read_access(sign_access(ANA, "t" * 48, real_now()), [SECRET])
