"""A duel by browser: from registering to the table, and what people stumble over on the way."""

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.addresses import closed_match, open_match
from tests.browser.conftest import Reader, reading
from tests.browser.seasons import open_matches, settings
from tests.browser.site import PASSWORD, Site

GUESS = "Your attempt"


def _attempts(site: Site, name: str, match: str) -> list[str]:
    you = site.api(name, "GET", f"/matches/{match}")["you"]
    return [attempt["guess"] for attempt in you["attempts"]]


@pytest.fixture(scope="module")
def duel(site: Site) -> str:
    """Ana's open match, being solved."""
    return open_match(site, "Ana")


def test_a_newcomer_registers_joins_prepares_solves_and_sees_the_table(
    browser: Browser, site: Site
) -> None:
    season = _short_season(site)
    with reading(browser, site) as reader:
        page = reader.go(f"/seasons/{season}")
        page.get_by_role("link", name="Open an account to take part").click()
        page.get_by_label("Name that everybody sees").fill("Gala")
        page.get_by_label("E-mail").fill("gala@example.org")
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_label("I have read").check()
        page.get_by_role("button", name="Open the account").click()
        reader.see("Welcome. Your account is open.")
        page.get_by_role("button", name="Register for this season").click()
        reader.see("You are registered for this season.")
        # Nobody loads a page from here to the confirmed code: it comes by itself.
        now = site.api(None, "GET", "/clock")["now"]
        site.move_clock(_later(now, 60))
        page.get_by_role("link", name="To your match").click()
        page.get_by_label("Your code").fill("1 2 3 4")
        page.get_by_role("button", name="Confirm this code for good").click()
        reader.see("Your code is confirmed")
        other = open_matches(site, "Fátima", season)[0]
        code = {"code": "4321", "confirm": True}
        site.api("Fátima", "PUT", f"/matches/{other['id']}/code", code)
        site.move_clock(_later(now, 120))
        reader.see("Attempt 1 of 10")
        # By keyboard alone, wherever on the page the focus is.
        page.locator("h1").click()
        for keys in ("1 2 3 4", "4 3 2 1"):
            for sign in keys.split():
                page.keyboard.press(sign)
            page.keyboard.press("Enter")
            reader.see(f"{keys}: ")
        reader.see("You have found the code.")
        site.move_clock(_later(now, 600))
        reader.see("Gala wins by forfeit: the opponent made no attempt.")
        for shown in (0, 1, 2):
            page.get_by_role("button", name="One attempt on").click()
            expect(page.locator("[data-step]:visible")).to_have_count(shown)
        reader.go(f"/seasons/{season}/table")
        expect(page.locator("tr.own")).to_contain_text("Gala")


def test_enter_twice_is_one_attempt_and_it_is_said_once(
    reader: Reader, site: Site, duel: str
) -> None:
    reader.log_in("Ana")
    page = reader.go(f"/duels/{duel}")
    before = _attempts(site, "Ana", duel)
    page.evaluate(
        "window.told = []; new MutationObserver(() => told.push(announcer.textContent))"
        ".observe(announcer, {childList: true, characterData: true, subtree: true})"
    )
    field = page.get_by_label(GUESS, exact=True)
    field.fill("6666")
    for _ in range(2):
        field.press("Enter")
    page.get_by_role("button", name="Try this code").dblclick()
    reader.see("6 6 6 6: ")
    expect(page.get_by_label(GUESS, exact=True)).to_have_value("")
    assert _attempts(site, "Ana", duel) == [*before, "6666"]
    said = page.evaluate("told.filter(text => text.includes('6 6 6 6'))")
    assert len(said) == 1
    assert re.fullmatch(r"Attempt \d+, 6 6 6 6: \d exact, \d misplaced. \d+ attempts left.", *said)


def test_a_refused_code_comes_back_with_a_summary_in_focus(reader: Reader, duel: str) -> None:
    reader.log_in("Ana")
    page = reader.go(f"/duels/{duel}")
    page.get_by_label(GUESS, exact=True).fill("ZZQ")
    page.get_by_role("button", name="Try this code").click()
    expect(page.locator("#summary")).to_be_focused()
    assert page.title().startswith("Error:")
    expect(page.get_by_label(GUESS, exact=True)).to_have_value("ZZQ")
    assert "ZZQ" not in page.url
    assert page.evaluate("JSON.stringify({...localStorage, ...sessionStorage})").count("ZZQ") == 0


def test_an_expired_login_brings_the_form_back_filled_in(
    browser: Browser, site: Site, duel: str
) -> None:
    with reading(browser, site, java_script_enabled=False) as reader:
        page = reader.log_in("Ana")
        reader.go(f"/duels/{duel}")
        before = _attempts(site, "Ana", duel)
        page.get_by_label(GUESS, exact=True).fill("5 4 5 4")
        cookies = [one for one in reader.context.cookies() if one["name"] == "justa_web"]
        reader.context.clear_cookies(name="justa_web")
        page.get_by_role("button", name="Try this code").click()
        # Neither login nor token fit any more: first the form itself comes back.
        reader.see("This page was open for too long")
        assert len(cookies) == 1
        assert _attempts(site, "Ana", duel) == before


def test_a_login_that_ended_elsewhere_is_asked_for_and_nothing_typed_is_lost(
    browser: Browser, site: Site
) -> None:
    with reading(browser, site, java_script_enabled=False) as reader:
        page = reader.log_in("operator")
        reader.go("/operators/incidents/new")
        page.get_by_label("Title").fill("A quarrel at the third table")
        _end_logins_of_the_operator(site)
        page.get_by_role("button", name="Open this incident").click()
        reader.see("Your login has ended.")
        page.get_by_label("E-mail").fill(str(site.running.operator_email))
        page.get_by_label("Password").fill(str(site.running.operator_password))
        page.locator("main button").click()
        expect(page.get_by_label("Title")).to_have_value("A quarrel at the third table")
        page.get_by_role("button", name="Open this incident").click()
        reader.see("The incident is open.")


def test_what_is_opened_and_typed_outlives_a_live_change(reader: Reader, site: Site) -> None:
    match = closed_match(site)
    reader.log_in("Ana")
    page = reader.go(f"/duels/{match}")
    page.get_by_text("Something is wrong with this result").click()
    page.get_by_label("What is wrong").fill("The lamps went out")
    # The page as the server would tell it now, changed where the form stands.
    page.route(
        f"**/duels/{match}",
        lambda route: route.fulfill(body=_renamed(route.fetch().text())),
    )
    page.evaluate("dispatchEvent(new Event('offline'))")
    reader.see("As good as over")
    expect(page.get_by_label("What is wrong")).to_have_value("The lamps went out")
    expect(page.get_by_label("What is wrong")).to_be_visible()
    page.unroute_all(behavior="ignoreErrors")


def test_shortcuts_can_be_turned_off_and_stay_off(reader: Reader, duel: str) -> None:
    reader.log_in("Ana")
    page = reader.go(f"/duels/{duel}")
    page.get_by_label("Keys work anywhere").uncheck()
    page.reload()
    page.locator("h1").click()
    page.keyboard.press("3")
    expect(page.get_by_label(GUESS, exact=True)).to_have_value("")
    page.get_by_label("Keys work anywhere").check()
    page.locator("h1").click()
    page.keyboard.press("3")
    expect(page.get_by_label(GUESS, exact=True)).to_have_value("3")


def test_what_happens_in_one_tab_shows_in_the_others_over_one_stream(
    reader: Reader, site: Site, duel: str
) -> None:
    reader.log_in("Ana")
    # No page that listens is left open.
    reader.go("/account")
    streams: list[str] = []
    reader.context.on(
        "request", lambda asked: streams.append(asked.url) if "/events" in asked.url else None
    )
    with reader.context.expect_event("response", lambda answer: "/events" in answer.url):
        page = reader.go(f"/duels/{duel}")
    tabs = [reader.context.new_page() for _ in range(6)]
    for tab in tabs:
        tab.goto(f"{site.address}/duels/{duel}")
    tabs[-1].get_by_label(GUESS, exact=True).fill("3333")
    tabs[-1].get_by_role("button", name="Try this code").click()
    for tab in (page, *tabs):
        tab.get_by_text("3 3 3 3: ").first.wait_for()
    assert len(streams) == 1


def test_a_lost_connection_shows_and_what_was_missed_is_there_afterwards(
    reader: Reader, site: Site, duel: str
) -> None:
    reader.log_in("Ana")
    page = reader.go(f"/duels/{duel}")
    reader.context.set_offline(True)
    expect(page.locator("#offline")).to_be_visible()
    assert "away" in (page.locator("body").get_attribute("class") or "")
    number = len(_attempts(site, "Ana", duel)) + 1
    body = {"number": number, "guess": "4444"}
    site.api("Ana", "POST", f"/matches/{duel}/attempts", body)
    reader.context.set_offline(False)
    reader.see("4 4 4 4: ")
    expect(page.locator("#offline")).to_be_hidden()


def _renamed(told: str) -> str:
    return told.replace('<p class="clock">Closed</p>', '<p class="clock">As good as over</p>')


def _short_season(site: Site) -> str:
    """A season of minutes whose registration is open, with one player in it."""
    now = site.api(None, "GET", "/clock")["now"]
    body = settings("Evening cup", starts_at=_later(now, 60)) | {
        "registration_opens_at": now,
        "registration_closes_at": _later(now, 60),
        "cadence": {"kind": "timed", "prepare_seconds": 60, "solve_seconds": 120},
    }
    del body["starts_on"]
    season = str(site.api("operator", "POST", "/seasons", body)["id"])
    site.api("Fátima", "POST", f"/seasons/{season}/registration")
    return season


def _later(now: str, seconds: int) -> str:
    from datetime import datetime, timedelta

    return (datetime.fromisoformat(now) + timedelta(seconds=seconds)).isoformat()


def _end_logins_of_the_operator(site: Site) -> None:
    """As a new password does, but for the login of the test itself."""
    from services.gateway.store import logins
    from services.gateway.tables.logins import LoginRow
    from shared.clock import real_now

    gateway = site.running.platform.runtimes["gateway"]
    with gateway.writing() as uow:
        rows = uow.session.query(LoginRow).filter_by(account_id=site.ids["operator"]).all()
        ids = [row.id for row in rows]
        for login_id in ids:
            logins.save(uow, logins.lock(uow, login_id).ended(real_now()))
    from services.gateway.store.changes import account_changed

    account_changed(site.ids["operator"])
    site.cookies.pop("operator", None)
    site.log_in_operator()
