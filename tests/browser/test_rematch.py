"""Playing again with a friend: asked on the page of the duel that is over, and answered there."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Reader, reading
from tests.browser.site import Site

ASK = "Ask {} for a rematch"


@pytest.fixture
def two(browser: Browser, site: Site) -> Iterator[tuple[Reader, Reader]]:
    """Two friends, each on the page of their duel at a private table, which is over."""
    match = _played(site, "Ana", "Bea")
    with reading(browser, site) as ana, reading(browser, site) as bea:
        for reader, name in ((ana, "Ana"), (bea, "Bea")):
            reader.log_in(name)
            reader.go(f"/duels/{match}")
        yield ana, bea


def test_one_asks_and_both_are_led_to_the_new_game(site: Site, two: tuple[Reader, Reader]) -> None:
    ana, bea = two
    over = ana.page.url
    ana.page.get_by_role("button", name=ASK.format("Bea")).click()
    ana.see("You have asked Bea for a rematch. The page goes there as soon as they sit down.")
    # It comes to the other by itself.
    bea.see("Ana asks you for a rematch.")
    bea.page.get_by_role("button", name="Play again now").click()
    for reader in two:
        reader.page.wait_for_url(lambda url: "/duels/" in url and url != over)
        expect(reader.page.get_by_role("heading", name="Your secret code")).to_be_visible()
    assert ana.page.url == bea.page.url
    site.api("Ana", "POST", f"/matches/{_id(ana)}/resign")
    bea.page.goto(over)
    # What is over as well is a link, and leads nobody away.
    expect(bea.page.get_by_role("link", name="To the rematch")).to_be_visible()


def test_whoever_is_asked_may_say_no(two: tuple[Reader, Reader]) -> None:
    ana, bea = two
    ana.page.get_by_role("button", name=ASK.format("Bea")).click()
    bea.page.get_by_role("button", name="No, thanks").click()
    bea.see("There will be no rematch.")
    expect(ana.page.get_by_role("button", name=ASK.format("Bea"))).to_be_visible()
    ana.page.get_by_role("button", name=ASK.format("Bea")).click()
    ana.page.get_by_role("button", name="Take it back").click()
    expect(bea.page.get_by_role("button", name=ASK.format("Ana"))).to_be_visible()


def test_it_is_for_the_two_alone_and_needs_no_scripts(browser: Browser, site: Site) -> None:
    match = _played(site, "Ana", "Bea")
    plain = {"java_script_enabled": False}
    with reading(browser, site) as stranger, reading(browser, site, **plain) as bea:
        stranger.log_in("Carlos")
        stranger.go(f"/duels/{match}")
        expect(stranger.page.get_by_text("rematch")).to_have_count(0)
        site.api("Ana", "POST", f"/matches/{match}/rematch")
        bea.log_in("Bea")
        bea.go(f"/duels/{match}")
        bea.page.get_by_role("button", name="Play again now").click()
        bea.see("Your secret code")
        site.api("Bea", "POST", f"/matches/{_id(bea)}/resign")


def _id(reader: Reader) -> str:
    return reader.page.url.rsplit("/", 1)[1]


def _played(site: Site, first: str, second: str) -> str:
    table = site.api(first, "POST", "/tables", {})
    match = str(site.api(second, "POST", f"/tables/{table['invite_code']}/join")["id"])
    site.api(first, "POST", f"/matches/{match}/resign")
    return match
