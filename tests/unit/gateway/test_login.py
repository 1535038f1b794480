"""How long logins and their tokens last."""

from datetime import UTC, datetime, timedelta

import pytest
from joserfc import jwt
from joserfc.jwk import OctKey

from services.gateway.callers.access_tokens import Access, read_access, sign_access
from services.gateway.domain.errors import LoginOver
from services.gateway.domain.login import ACCESS_LIFETIME, REFRESH_LIFETIME, begun
from shared.clock import real_now
from shared.errors import Unauthorized
from shared.web.tokens import Caller, sign, vouched_for

START = datetime(2030, 1, 1, tzinfo=UTC)
SECOND = timedelta(seconds=1)
SECRET = "s" * 48
ANA = Access("ana", "login")


def test_a_login_lasts_until_its_end_and_not_at_it() -> None:
    login = begun("1", "ana", START)
    assert login.alive(START + REFRESH_LIFETIME - SECOND)
    assert not login.alive(START + REFRESH_LIFETIME)


def test_a_refresh_carries_it_on() -> None:
    later = START + timedelta(days=20)
    login = begun("1", "ana", START).carried_on(later)
    assert login.alive(later + REFRESH_LIFETIME - SECOND)
    assert login.created_at == START


def test_ended_it_stays_ended_at_the_first_instant() -> None:
    login = begun("1", "ana", START).ended(START + SECOND).ended(START + 2 * SECOND)
    assert not login.alive(START + SECOND)
    assert login.ended_at == START + SECOND
    assert not login.carried_on(START + SECOND).alive(START + SECOND)


def test_an_access_token_lasts_fifteen_minutes() -> None:
    now = real_now()
    assert read_access(sign_access(ANA, SECRET, now), [SECRET]) == ANA
    assert (
        read_access(sign_access(ANA, SECRET, now - ACCESS_LIFETIME + 30 * SECOND), [SECRET]) == ANA
    )
    with pytest.raises(LoginOver):
        read_access(sign_access(ANA, SECRET, now - ACCESS_LIFETIME - SECOND), [SECRET])


def test_neither_kind_of_token_passes_for_the_other() -> None:
    with pytest.raises(LoginOver):
        read_access(sign(Caller("ana", "Ana"), SECRET, "match"), [SECRET])
    with pytest.raises(Unauthorized):
        vouched_for(sign_access(ANA, SECRET, real_now()), [SECRET], "match")


@pytest.mark.parametrize("missing", ["exp", "sub", "sid", "aud"])
def test_a_token_without_a_claim_is_none(missing: str) -> None:
    key = OctKey.import_key(SECRET)
    claims = jwt.decode(sign_access(ANA, SECRET, real_now()), key).claims
    del claims[missing]
    with pytest.raises(LoginOver):
        read_access(jwt.encode({"alg": "HS256"}, claims, key), [SECRET])


def test_while_the_secret_changes_both_are_accepted_and_one_signs() -> None:
    token, new = sign_access(ANA, SECRET, real_now()), "n" * 48
    assert read_access(token, [new, SECRET]) == ANA
    with pytest.raises(LoginOver):
        read_access(token, [new])
    word = sign(Caller("ana", "Ana"), new, "match")
    assert vouched_for(word, [SECRET, new], "match").account_id == "ana"
