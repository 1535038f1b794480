"""Browsers for the pages: Debian's Chromium, found by name, never downloaded."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.browser.seasons import populate
from tests.browser.site import PASSWORD, Site, email_of, served

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
LOGIN_COOKIES = ("justa_web", "justa_session")
# Milliseconds that a page may take on a busy machine.
PATIENCE = 30_000
# What a browser itself notes of an answer that is not 200, or of a cut connection.
_EXPECTED = ("Failed to load resource", "net::ERR_INTERNET_DISCONNECTED")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    named = os.environ.get("JUSTA_TEST_CHROMIUM")
    found = named or shutil.which("chromium") or shutil.which("chromium-browser")
    assert found, "the tests of the pages need Chromium: apt-get install chromium"
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield running
        running.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One for all tests, so each leaves its clock and its people as good as it found them."""
    with served(tmp_path_factory.mktemp("site")) as running:
        running.seasons = populate(running)
        yield running


class Reader:
    """Somebody at a browser of their own."""

    def __init__(self, site: Site, context: BrowserContext) -> None:
        self.site = site
        self.context = context
        self.faults: list[str] = []
        context.on("page", self._watch)
        self.page: Page = context.new_page()

    def go(self, path: str) -> Page:
        self.page.goto(self.site.address + path)
        return self.page

    def log_in(self, name: str) -> Page:
        """Through the form the first time; later with the cookies that it brought."""
        if name not in self.site.cookies:
            self.fill_in_login(name)
            brought = self.context.cookies()
            self.site.cookies[name] = [one for one in brought if one["name"] in LOGIN_COOKIES]
        self.context.add_cookies(self.site.cookies[name])  # type: ignore[arg-type]
        return self.page

    def fill_in_login(self, name: str) -> Page:
        operator = name == "operator"
        running = self.site.running
        self.go("/login")
        self.page.fill("#email", str(running.operator_email) if operator else email_of(name))
        self.page.fill("#password", str(running.operator_password) if operator else PASSWORD)
        self.page.click("main button")
        self.page.wait_for_url(self.site.address + "/")
        return self.page

    def see(self, text: str) -> None:
        """Wait until the page says so."""
        self.page.get_by_text(text).first.wait_for()

    def _watch(self, page: Page) -> None:
        page.on("pageerror", lambda error: self.faults.append(f"{page.url}: {error}"))
        page.on("console", lambda said: self._note(page, said))

    def _note(self, page: Page, said: Any) -> None:
        if said.type in ("error", "warning") and not said.text.startswith(_EXPECTED):
            self.faults.append(f"{page.url}: {said.text}")


@contextmanager
def reading(browser: Browser, site: Site, **options: Any) -> Iterator[Reader]:
    """A reader; anything the console complains of, a breach of the policy say, is a fault."""
    chosen: dict[str, Any] = {"locale": "en-GB", "timezone_id": "Europe/London", **options}
    context = browser.new_context(**chosen)
    context.set_default_timeout(PATIENCE)
    expect.set_options(timeout=PATIENCE)
    reader = Reader(site, context)
    try:
        yield reader
        assert not reader.faults
    finally:
        context.close()


@pytest.fixture
def reader(browser: Browser, site: Site) -> Iterator[Reader]:
    with reading(browser, site) as somebody:
        yield somebody
