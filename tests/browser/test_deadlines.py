"""Deadlines as pages show them: the whole of it, and by nobody's clock but the server's."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Reader, reading
from tests.browser.site import Site

LEFT = ".left"
DAY = 24 * 3600 * 1000


def test_a_deadline_is_told_whole_and_in_the_readers_zone_too(reader: Reader, site: Site) -> None:
    page = reader.go("/")
    page = reader.go(f"/seasons/{site.seasons['running']}")
    told = page.locator(".deadline").first.inner_text()
    assert "Wed 3 Apr 2030, 00:00" in told
    assert "Europe/Madrid (UTC+2)" in told
    assert f"{_left(site)} left" in told
    assert "Your time: Tue 2 Apr 2030, 23:00 Europe/London (UTC+1)" in told


@pytest.mark.parametrize("wrong_by", [timedelta(minutes=10), timedelta(minutes=-10)])
def test_the_readers_own_clock_does_not_matter(
    browser: Browser, site: Site, wrong_by: timedelta
) -> None:
    with reading(browser, site) as reader:
        reader.page.clock.install(time=datetime.now(UTC) + wrong_by)
        page = reader.go(f"/seasons/{site.seasons['running']}")
        page.clock.run_for(3000)
        assert page.locator(LEFT).first.inner_text() == f"{_left(site)} left"


def test_a_countdown_that_ends_asks_and_decides_nothing(browser: Browser, site: Site) -> None:
    with reading(browser, site) as reader:
        page = reader.page
        page.clock.install()
        # A clock that goes by itself, as everywhere but in trials; the server's own stands still.
        page.route("**/seasons/*", lambda route: route.fulfill(body=_going(route.fetch().text())))
        passed = 0
        page.route("**/live", lambda r: r.fulfill(json=_later(r.fetch().json(), passed)))
        reader.go(f"/seasons/{site.seasons['running']}")
        page.clock.run_for(10_000)
        expect(page.locator(LEFT).first).to_have_text(f"{_left(site, seconds=10)} left")
        passed = DAY
        page.clock.fast_forward(DAY)
        page.clock.run_for(1000)
        expect(page.locator(LEFT).first).to_have_text("checking…")
        # It has not come: the round is as it was, whatever the reader's machine counts.
        expect(page.get_by_text("codes are being solved").first).to_be_visible()
        page.unroute_all(behavior="ignoreErrors")


def _left(site: Site, seconds: int = 0) -> str:
    """Until the second round closes, in the two largest units, when so many seconds have passed."""
    now = datetime.fromisoformat(site.api(None, "GET", "/clock")["now"])
    rest = datetime(2030, 4, 2, 22, tzinfo=UTC) - now - timedelta(seconds=seconds)
    if rest == timedelta(days=1):
        return "1 d"
    hours, minutes = divmod(rest // timedelta(minutes=1), 60)
    return f"{hours} h {minutes} min" if minutes else f"{hours} h"


def _going(told: str) -> str:
    return told.replace('data-manual="1"', 'data-manual="0"')


def _later(told: dict[str, Any], passed: int) -> dict[str, Any]:
    """What a page is told that asks for the time after `passed` milliseconds."""
    return told | {"manual": False, "now": told["now"] + passed}
