"""Logging in by an OpenID provider."""

import re
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from joserfc.jwk import OctKey, RSAKey
from werkzeug.test import Client as Browser

from services.gateway.store import accounts
from services.gateway.web.pages.openid import COOKIE
from tests.service.gateway.gateway_under_test import Gateway
from tests.service.gateway.small_provider import (
    BY_FORM,
    CLIENT_ID,
    CLIENT_SECRET,
    SmallProvider,
    small_provider,
)
from tests.service.gateway.test_web_logins import csrf_of


@pytest.fixture(scope="module")
def running_provider() -> Iterator[SmallProvider]:
    with small_provider() as running:
        yield running


@pytest.fixture
def provider(running_provider: SmallProvider) -> SmallProvider:
    running_provider.claims, running_provider.header, running_provider.said = {}, {}, {}
    running_provider.signs_with = None
    running_provider.asked.clear()
    del running_provider.keys[1:]
    return running_provider


@pytest.fixture
def gateway(provider: SmallProvider, tmp_path: Path) -> Iterator[Gateway]:
    under_test = Gateway(
        tmp_path,
        openid_issuer=provider.issuer,
        openid_client_id=CLIENT_ID,
        openid_client_secret=CLIENT_SECRET,
        public_url="https://justa.example",
    )
    yield under_test
    under_test.close()


def _return(gateway: Gateway, provider: SmallProvider, **instead: Any) -> Any:
    begun = gateway.post("/sessions/openid").json
    code, state = provider.agree(begun["authorization_url"])
    body = {"code": code, "state": state, "binding": begun["binding"], "accept_rules": True}
    return gateway.post("/sessions/openid/confirm", {**body, **instead})


def test_somebody_new_gets_an_account_and_comes_back_to_it(
    gateway: Gateway, provider: SmallProvider
) -> None:
    first = _return(gateway, provider)
    assert first.status_code == 201, first.text
    assert first.json["account"]["display_name"] == "Ana"
    me = gateway.get("/me", first.json["access_token"]).json
    assert (me["email"], me["email_verified"]) == ("ana@example.org", True)
    provider.claims = {"email": "new@example.org", "preferred_username": "Anita"}
    again = _return(gateway, provider)
    assert again.json["account"]["id"] == first.json["account"]["id"]
    assert provider.asked.count("/keys") == 1
    assert provider.asked.count("/.well-known/openid-configuration") == 1


def test_an_account_is_linked_by_an_address_that_both_have_verified(
    gateway: Gateway, provider: SmallProvider
) -> None:
    ana = gateway.player("Ana")
    refused = _return(gateway, provider)
    assert (refused.status_code, refused.json["code"]) == (409, "openid_not_linked")
    with gateway.runtime.writing() as uow:
        account = accounts.lock(uow, ana.id)
        accounts.save(uow, account.verified("ana@example.org"))
    provider.claims = {"email_verified": False}
    assert _return(gateway, provider).json["code"] == "openid_not_linked"
    provider.claims = {"email_verified": "true"}
    assert _return(gateway, provider).json["code"] == "openid_not_linked"
    provider.claims = {"email": "ANA@example.org"}
    assert _return(gateway, provider).json["account"]["id"] == ana.id


def test_a_name_that_is_taken_or_none_is_made_one(
    gateway: Gateway, provider: SmallProvider
) -> None:
    gateway.player("Bea")
    provider.claims = {"preferred_username": "Bea"}
    named = _return(gateway, provider).json["account"]["display_name"]
    assert named.startswith("Bea ")
    provider.claims = {"sub": "2", "email": "c@example.org", "preferred_username": "\u200b\0"}
    assert _return(gateway, provider).json["account"]["display_name"] == "Player"


@pytest.mark.parametrize(
    "claims",
    [
        {"iss": "https://evil.example"},
        {"aud": "another client"},
        {"aud": [CLIENT_ID, "another"]},
        {"aud": [CLIENT_ID, "another"], "azp": "another"},
        {"azp": "another"},
        {"exp": 1_000_000_000},
        {"exp": None},
        {"iat": 4_000_000_000},
        {"nonce": "another"},
        {"nonce": None},
        {"sub": ""},
        {"sub": 7},
    ],
)
def test_a_token_that_is_not_for_this_attempt_is_refused(
    gateway: Gateway, provider: SmallProvider, claims: dict[str, Any]
) -> None:
    provider.claims = claims
    answer = _return(gateway, provider)
    assert (answer.status_code, answer.json["code"]) == (401, "openid_refused")


@pytest.mark.parametrize("said", [{}, BY_FORM])
def test_our_secret_is_shown_as_the_provider_takes_it(
    gateway: Gateway, provider: SmallProvider, said: dict[str, Any]
) -> None:
    provider.said = said
    assert _return(gateway, provider).status_code == 201


def test_a_token_for_several_of_which_we_are_the_one_who_asked_is_good(
    gateway: Gateway, provider: SmallProvider
) -> None:
    provider.claims = {"aud": [CLIENT_ID, "another"], "azp": CLIENT_ID}
    assert _return(gateway, provider).status_code == 201


def test_only_the_providers_own_keys_sign(gateway: Gateway, provider: SmallProvider) -> None:
    stranger = RSAKey.generate_key(2048, {"kid": "one"})
    provider.signs_with = stranger
    assert _return(gateway, provider).json["code"] == "openid_refused"
    # What we share with the provider is no key of its own.
    provider.signs_with = OctKey.import_key(CLIENT_SECRET * 3, {"kid": "one"})
    provider.header = {"alg": "HS256"}
    assert _return(gateway, provider).json["code"] == "openid_refused"


def test_a_new_key_is_fetched_when_a_token_names_it(
    gateway: Gateway, provider: SmallProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert _return(gateway, provider).status_code == 201
    provider.keys.append(RSAKey.generate_key(2048, {"kid": "two", "alg": "RS256"}))
    monkeypatch.setattr("services.gateway.callers.openid_provider.KEYS_APART_SECONDS", 0.0)
    assert _return(gateway, provider).status_code == 201
    assert provider.asked.count("/keys") == 2


def test_a_return_is_good_once_and_only_for_who_began(
    gateway: Gateway, provider: SmallProvider
) -> None:
    begun = gateway.post("/sessions/openid").json
    code, state = provider.agree(begun["authorization_url"])
    body = {"code": code, "state": state, "binding": begun["binding"], "accept_rules": True}
    elsewhere = gateway.post("/sessions/openid").json["binding"]
    for wrong in ({"binding": elsewhere}, {"state": "made up"}, {"state": elsewhere}):
        answer = gateway.post("/sessions/openid/confirm", {**body, **wrong})
        assert (answer.status_code, answer.json["code"]) == (401, "openid_refused")
    unread = gateway.post("/sessions/openid/confirm", {**body, "accept_rules": False})
    assert unread.status_code == 422
    assert gateway.post("/sessions/openid/confirm", body).status_code == 201
    assert gateway.post("/sessions/openid/confirm", body).status_code == 401
    assert _return(gateway, provider, code="made up").status_code == 401


def test_the_suspended_stay_out(gateway: Gateway, provider: SmallProvider) -> None:
    made = _return(gateway, provider).json["account"]["id"]
    gateway.post(f"/admin/accounts/{made}/suspend", {"reason": "x"}, gateway.operator().token)
    assert _return(gateway, provider).json["code"] == "account_suspended"


def test_a_silent_provider_is_told_as_such(tmp_path: Path) -> None:
    gateway = Gateway(tmp_path, openid_issuer="http://127.0.0.1:1", openid_client_id=CLIENT_ID)
    answer = gateway.post("/sessions/openid")
    assert (answer.status_code, answer.json["code"]) == (503, "service_unavailable")
    gateway.close()


@pytest.mark.parametrize("issuer", [None, "http://login.example"])
def test_without_a_provider_there_is_no_such_address(tmp_path: Path, issuer: str | None) -> None:
    gateway = Gateway(tmp_path, openid_issuer=issuer, openid_client_id=CLIENT_ID)
    assert gateway.post("/sessions/openid").status_code == 404
    gateway.close()


# --- in a browser -----------------------------------------------------------------------


def _away(gateway: Gateway, provider: SmallProvider, browser: Browser, to: str = "") -> str:
    """Press the button of the login page, log in there: where one is sent back to."""
    csrf = csrf_of(browser.get("/login").text)
    page = browser.post("/login/openid", data={"csrf": csrf, "page": "/login", "to": to})
    assert page.status_code == 200
    found = re.fullmatch(r"0; url=(.+)", page.headers["Refresh"])
    assert found
    assert escape(found[1]) in page.text
    code, state = provider.agree(found[1])
    asked = dict(parse_qsl(urlsplit(found[1]).query))
    back = urlsplit(asked["redirect_uri"])
    assert f"{back.scheme}://{back.netloc}" == gateway.settings.public_url
    return f"{back.path}?{urlencode({'code': code, 'state': state})}"


def test_a_browser_goes_to_the_provider_and_comes_back_logged_in(
    gateway: Gateway, provider: SmallProvider
) -> None:
    browser = Browser(gateway.edge)
    assert "Log in at 127.0.0.1" in browser.get("/login").text
    back = _away(gateway, provider, browser, to="/account")
    answer = browser.get(back)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/account")
    assert "Ana" in browser.get("/login").text
    assert browser.get_cookie(COOKIE, path="/login/openid") is None


def test_what_another_browser_began_logs_nobody_in(
    gateway: Gateway, provider: SmallProvider
) -> None:
    """A code of an attacker's, brought by their victim's browser, opens nothing."""
    back = _away(gateway, provider, Browser(gateway.edge))
    victim = Browser(gateway.edge)
    assert victim.get(back).status_code == 401
    began = Browser(gateway.edge)
    _away(gateway, provider, began)
    answer = began.get(back)
    assert answer.status_code == 401
    assert "begin again" in answer.text
    assert "Ana" not in began.get("/login").text


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "did not work; begin again"), ("es", "No se ha podido entrar por allí")],
)
def test_who_changes_their_mind_there_is_told_so(
    gateway: Gateway, provider: SmallProvider, language: str, said: str
) -> None:
    browser = Browser(gateway.edge)
    _away(gateway, provider, browser)
    headers = {"Accept-Language": language}
    answer = browser.get("/login/openid?error=access_denied&state=x", headers=headers)
    assert answer.status_code == 401
    assert said in answer.text


def test_nobody_is_led_elsewhere_after_logging_in(
    gateway: Gateway, provider: SmallProvider
) -> None:
    browser = Browser(gateway.edge)
    answer = browser.get(_away(gateway, provider, browser, to="https://evil.example/"))
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")


def test_without_a_provider_no_page_speaks_of_one(tmp_path: Path) -> None:
    gateway = Gateway(tmp_path)
    browser = Browser(gateway.edge)
    page = browser.get("/login").text
    assert "/login/openid" not in page
    assert browser.get("/login/openid?code=1&state=2").status_code == 404
    assert browser.post("/login/openid", data={"csrf": csrf_of(page)}).status_code == 404
    gateway.close()
