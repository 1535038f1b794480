"""Browsers' logins: a cookie that is no token, refreshed once by whoever is first; own forms."""

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select
from werkzeug.test import Client as Browser

from services.gateway.tables.logins import RefreshTokenRow, WebSessionRow
from services.gateway.web.interface import as_wsgi
from services.gateway.web.keeping import Keeping
from services.gateway.web.visitor import COOKIE
from shared.clock import real_now
from tests.service.gateway.gateway_under_test import PASSWORD, Gateway

EMAIL = "ana@example.org"


@pytest.fixture
def gateway(tmp_path: Path) -> Iterator[Gateway]:
    under_test = Gateway(tmp_path)
    under_test.register("Ana")
    yield under_test
    under_test.close()


def csrf_of(html: str) -> str:
    found = re.search(r'name="csrf" value="(\w+)"', html)
    assert found
    return found[1]


def log_in(gateway: Gateway, **given: Any) -> tuple[Browser, Any]:
    browser = Browser(gateway.edge)
    csrf = csrf_of(browser.get("/login", **given).text)
    fields = {"csrf": csrf, "page": "/login", "email": EMAIL, "password": PASSWORD}
    return browser, browser.post("/login", data=fields, **given)


def cookie_of(browser: Browser) -> str:
    found = browser.get_cookie(COOKIE)
    assert found
    return str(found.value)


def test_the_cookie_is_for_this_site_and_for_no_script(gateway: Gateway) -> None:
    _, answer = log_in(gateway, base_url="https://justa.example")
    assert answer.status_code == 303
    set_cookies = answer.headers.getlist("Set-Cookie")
    own = next(one for one in set_cookies if one.startswith(COOKIE))
    assert {"HttpOnly", "Secure", "SameSite=Lax", "Path=/"} <= set(own.split("; "))
    listening = next(one for one in set_cookies if one.startswith("justa_session"))
    assert "HttpOnly" in listening
    assert "Path=/api/v1/events" in listening


def test_a_login_gets_a_new_cookie_and_the_table_holds_nothing_that_opens(gateway: Gateway) -> None:
    browser = Browser(gateway.edge)
    page = browser.get("/login")
    before = cookie_of(browser)
    fields = {"csrf": csrf_of(page.text), "page": "/login", "email": EMAIL, "password": PASSWORD}
    browser.post("/login", data=fields)
    cookie = cookie_of(browser)
    assert cookie != before
    held = Keeping(gateway.runtime).find(cookie)
    assert held
    with gateway.runtime.reading() as uow:
        row = uow.session.scalars(select(WebSessionRow)).one()
        stored = f"{row.id} {row.sealed}"
    for secret in (cookie, held.access_token, held.refresh_token):
        assert secret not in stored
    assert Keeping(gateway.runtime).find(before) is None


def test_of_many_requests_at_once_one_refreshes_and_all_stay_logged_in(
    gateway: Gateway, monkeypatch: pytest.MonkeyPatch
) -> None:
    # On a busy machine refreshing takes longer than anybody would wait for a page.
    monkeypatch.setattr("services.gateway.web.visitor.PATIENCE", 60.0)
    monkeypatch.setattr("services.gateway.web.keeping.CLAIM", timedelta(minutes=1))
    browser, _ = log_in(gateway)
    cookie, keeping = cookie_of(browser), Keeping(gateway.runtime)
    held = keeping.find(cookie)
    assert held
    # As after a quarter of an hour.
    keeping.renew(cookie, replace(held, access_until=real_now() - timedelta(seconds=1)))

    def ask(_: int) -> Any:
        tab = Browser(gateway.edge, use_cookies=False)
        return tab.get("/live", headers={"Cookie": f"{COOKIE}={cookie}"}).json

    with ThreadPoolExecutor(8) as tabs:
        answers = list(tabs.map(ask, range(8)))
    assert all(answer["known"] for answer in answers)
    with gateway.runtime.reading() as uow:
        assert uow.session.scalar(select(func.count()).select_from(RefreshTokenRow)) == 2


def test_a_form_of_somebody_elses_is_not_obeyed(gateway: Gateway) -> None:
    browser, _ = log_in(gateway)
    other = csrf_of(Browser(gateway.edge).get("/login").text)
    for csrf in ("", "0" * 64, "é" * 64, other):
        answer = browser.post("/logout", data={"csrf": csrf, "page": "/login"})
        assert answer.status_code == 403
        assert "This page was open for too long" in answer.text
    assert browser.get("/live").json["known"]  # type: ignore[index]


def test_logging_out_ends_the_login_and_the_cookie(gateway: Gateway) -> None:
    browser, _ = log_in(gateway)
    cookie = cookie_of(browser)
    held = Keeping(gateway.runtime).find(cookie)
    csrf = csrf_of(browser.get("/login").text)
    assert browser.post("/logout", data={"csrf": csrf, "page": "/"}).status_code == 303
    assert held
    assert gateway.get("/me", token=held.access_token).status_code == 401
    assert Keeping(gateway.runtime).find(cookie) is None


def test_a_refused_login_keeps_the_address_and_never_the_password(gateway: Gateway) -> None:
    browser = Browser(gateway.edge)
    csrf = csrf_of(browser.get("/login").text)
    fields = {"csrf": csrf, "page": "/login", "email": EMAIL, "password": "wrong but secret"}
    answer = browser.post("/login", data=fields)
    assert answer.status_code == 401
    assert f'value="{EMAIL}"' in answer.text
    assert "wrong but secret" not in answer.text
    assert "<title>Error:" in answer.text


@pytest.mark.parametrize(
    "to",
    [
        "https://evil.example",
        "//evil.example",
        "/\\evil.example",
        "/\t/evil.example",
        "/ladder\r\nX: y",
        "http://[",
        "x",
    ],
)
def test_nobody_is_sent_elsewhere_after_logging_in(gateway: Gateway, to: str) -> None:
    browser = Browser(gateway.edge)
    csrf = csrf_of(browser.get("/login").text)
    fields = {"csrf": csrf, "page": to, "to": to, "email": EMAIL, "password": PASSWORD}
    assert browser.post("/login", data=fields).headers["Location"] == "/"


@pytest.mark.parametrize("path", ["/%09/evil.example", "/%0A/evil.example", "/x%0D%0AX:%20y"])
def test_choosing_a_language_leads_nowhere_else(gateway: Gateway, path: str) -> None:
    answer = Browser(gateway.edge).get(f"{path}?lang=es")
    assert (answer.status_code, answer.headers.get("Location")) == (404, None)


@pytest.mark.parametrize("key", ["a\r\nX-Evil: 1", "a\n", "日本", "a\0"])
def test_a_forms_key_begins_no_header_of_its_own(gateway: Gateway, key: str) -> None:
    browser, _ = log_in(gateway)
    csrf = csrf_of(browser.get("/login").text)
    gateway.services.passed.clear()
    fields = {"csrf": csrf, "page": "/login", "key": key, "level": "easy"}
    assert browser.post("/play/computer", data=fields).status_code == 400
    assert not [one for one in gateway.services.passed if "tables" in one.environ["PATH_INFO"]]


def test_an_id_in_any_letters_is_looked_for(gateway: Gateway) -> None:
    sought = as_wsgi("/api/v1/matches/日本")
    gateway.services.answers[sought] = ("404 NOT FOUND", {"code": "not_found", "title": "No"})
    browser = Browser(gateway.edge)
    assert browser.get("/duels/日本").status_code == 404
    assert gateway.services.passed[-1].environ["PATH_INFO"] == sought
    fields = {"csrf": csrf_of(browser.get("/login").text), "email": EMAIL, "password": "wrong"}
    assert browser.post("/login", data={**fields, "page": "/duels/日本?x=日"}).status_code == 404


def test_the_looks_lead_back_to_a_page_of_ours(gateway: Gateway) -> None:
    browser, _ = log_in(gateway)
    csrf = csrf_of(browser.get("/login").text)
    for page, to in (("/register?to=%2F", "/register?to=%2F"), ("//evil.example", "/account")):
        answer = browser.post("/account/looks", data={"csrf": csrf, "page": page})
        assert answer.headers["Location"] == to


def test_a_held_form_that_nobody_can_read_is_empty(gateway: Gateway) -> None:
    browser = Browser(gateway.edge)
    csrf = csrf_of(browser.get("/login").text)
    fields = {"csrf": csrf, "to": "/register", "email": EMAIL, "password": PASSWORD}
    answer = browser.post("/login", data={**fields, "held": "[" * 100_000})
    assert answer.status_code == 200


def test_every_page_has_its_policy_and_is_kept_by_nobody(gateway: Gateway) -> None:
    page = Browser(gateway.edge).get("/register")
    policy = page.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert "unsafe" not in policy
    assert page.headers["Cache-Control"] == "private, no-cache"
    sheet = re.search(r'href="(/static/[^"]+tokens.css)"', page.text)
    assert sheet
    style = Browser(gateway.edge).get(sheet[1])
    assert style.status_code == 200
    assert "immutable" in style.headers["Cache-Control"]


def test_language_by_choice_else_as_the_browser_asks(gateway: Gateway) -> None:
    browser = Browser(gateway.edge)
    spanish = {"Accept-Language": "es-MX,en;q=0.5"}
    assert '<html lang="es">' in browser.get("/login", headers=spanish).text
    chosen = browser.get("/login?to=%2Fplay&lang=en", headers=spanish)
    assert chosen.status_code == 303
    assert chosen.headers["Location"] == "/login?to=%2Fplay"
    assert '<html lang="en">' in browser.get("/login", headers=spanish).text


def test_the_clock_of_the_competition_is_told_to_everybody(gateway: Gateway) -> None:
    told = gateway.get("/clock").json
    assert told is not None
    assert told["manual"] is True
    assert told["now"].endswith("Z")
