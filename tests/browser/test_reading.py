"""Every page: readable by everybody, on any screen, in both languages, light and dark."""

import re
from collections.abc import Mapping
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from tests.browser.addresses import (
    closed_match,
    open_match,
    operators_pages,
    readers_pages,
    strangers_pages,
)
from tests.browser.conftest import PICTURES, Reader, reading
from tests.browser.site import Site

MOST_BYTES = 150_000
MOST_NODES = 800
MOST_SHIFT = 0.02
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
DESK: dict[str, Any] = {"viewport": {"width": 1200, "height": 800}}
PHONE: dict[str, Any] = {"viewport": {"width": 320, "height": 640}}
NIGHT: dict[str, Any] = {**PHONE, "color_scheme": "dark", "locale": "es-ES"}
LOOKS: list[Any] = [
    pytest.param("en", DESK, id="english-desk-light"),
    pytest.param(
        "es", {**PHONE, "color_scheme": "dark", "locale": "es-ES"}, id="spanish-phone-dark"
    ),
]
_SHIFT = """new Promise(done => new PerformanceObserver(list => done(
    list.getEntries().reduce((sum, one) => sum + (one.hadRecentInput ? 0 : one.value), 0)
  )).observe({type: 'layout-shift', buffered: true}) || setTimeout(() => done(0), 50))"""


@pytest.mark.parametrize(("language", "look"), LOOKS)
@pytest.mark.parametrize("who", ["somebody", "Ana", "operator"])
def test_every_page_is_open_to_everybody(
    browser: Browser, site: Site, who: str, language: str, look: dict[str, Any]
) -> None:
    with reading(browser, site, **look) as reader:
        pages = strangers_pages()
        if who != "somebody":
            reader.log_in(who)
            pages = readers_pages(site) if who == "Ana" else operators_pages(site)
        faults: list[str] = []
        for name, path in pages.items():
            weight = _weighed(reader)
            page = reader.go(path)
            faults += [f"{name}: {fault}" for fault in faults_of(page, weight)]
            keep(page, f"{language}-{name}")
        assert not faults, "\n".join(faults)


@pytest.mark.parametrize("who", ["Ana", "operator"])
def test_a_language_two_fifths_longer_overflows_nothing(
    browser: Browser, site: Site, who: str
) -> None:
    with reading(browser, site, **PHONE) as reader:
        reader.log_in(who)
        longer = {"name": "justa_language", "value": "en-XA", "url": site.address}
        reader.context.add_cookies([longer])  # type: ignore[list-item]
        pages = readers_pages(site) if who == "Ana" else operators_pages(site)
        for name, path in pages.items():
            page = reader.go(path)
            assert "[" in page.inner_text("h1, main"), name
            assert _overflow(page) == [], name


def test_reading_and_logging_in_work_without_scripts(browser: Browser, site: Site) -> None:
    with reading(browser, site, java_script_enabled=False) as reader:
        reader.log_in("Ana")
        season = f"/seasons/{site.seasons['running']}"
        page = reader.go(f"{season}/table")
        assert page.locator("tr.own").inner_text().split()[1] == "Ana"
        page = reader.go(f"/duels/{closed_match(site)}")
        assert page.locator("table.board tbody tr").count() > 1
        assert not page.get_by_role("button", name="Show all").is_visible()
        page = reader.go(f"/duels/{open_match(site, 'Ana')}")
        assert page.get_by_label("Your attempt", exact=True).is_visible()


def test_tables_and_pairings_print_alone(reader: Reader, site: Site) -> None:
    season = f"/seasons/{site.seasons['running']}"
    for part in ("/table", "/rounds/1"):
        page = reader.go(season + part)
        page.emulate_media(media="print")
        assert not page.locator(".masthead").is_visible()
        assert not page.locator(".foot").is_visible()
        assert page.locator("main table").is_visible()
        pdf = page.pdf(format="A4")
        assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 1


def test_symbols_and_pegs_tell_apart_without_colour(browser: Browser, site: Site) -> None:
    with reading(browser, site, forced_colors="active") as reader:
        reader.log_in("Ana")
        page = reader.go(f"/duels/{closed_match(site)}")
        shapes = page.locator("symbol path").evaluate_all(
            "all => all.map(p => p.getAttribute('d'))"
        )
        signs = page.locator("symbol text").evaluate_all("all => all.map(t => t.textContent)")
        assert len(set(shapes)) == len(shapes) == len(set(signs)) == 6
        row = page.locator("table.board tbody tr").first
        assert re.search(r"\d exact, \d misplaced", row.inner_text() + row.text_content())
        assert re.fullmatch(
            r"\d \d \d \d", row.locator("svg.code").get_attribute("aria-label") or ""
        )


def test_wide_tables_scroll_in_a_named_region_with_the_player_in_sight(
    browser: Browser, site: Site
) -> None:
    with reading(browser, site, **PHONE) as reader:
        page = reader.go(f"/seasons/{site.seasons['running']}/table")
        region = page.get_by_role("region", name="Table")
        assert region.get_attribute("tabindex") == "0"
        assert region.evaluate("one => one.scrollWidth > one.clientWidth")
        region.evaluate("one => one.scrollTo(400, 0)")
        name = page.locator("tbody th.fixed").first.bounding_box()
        box = region.bounding_box()
        assert name
        assert box
        assert name["x"] >= box["x"] - 1


def test_everything_is_reached_by_keyboard_and_shows_its_focus(reader: Reader, site: Site) -> None:
    page = reader.go(f"/seasons/{site.seasons['running']}")
    wanted = page.locator("a[href], button, summary, input:not([type=hidden])").count()
    reached = set()
    for _ in range(wanted + 3):
        page.keyboard.press("Tab")
        seen = page.evaluate(
            "() => { const at = document.activeElement, style = getComputedStyle(at);"
            " return [at.outerHTML, style.outlineStyle, parseFloat(style.outlineWidth)] }"
        )
        if not seen[0].startswith("<body"):
            reached.add(seen[0])
            assert seen[1] != "none"
            assert seen[2] >= 2
    assert len(reached) == wanted


def _weighed(reader: Reader) -> list[int]:
    """What arrives from now on, in bytes."""
    weight: list[int] = []

    def note(response: Any) -> None:
        length = response.headers.get("content-length")
        weight.append(int(length) if length else 0)

    reader.page.on("response", note)
    return weight


def faults_of(page: Page, weight: list[int]) -> list[str]:
    found = [
        f"{one['id']}: {one['nodes'][0]['html'][:160]} {one['nodes'][0]['failureSummary'][:300]}"
        for one in Axe().run(page, options=RULES).response["violations"]
    ]
    nodes = page.evaluate("document.querySelectorAll('*').length")
    if nodes > MOST_NODES:
        found.append(f"{nodes} nodes")
    if sum(weight) > MOST_BYTES:
        found.append(f"{sum(weight)} bytes")
    shift = page.evaluate(_SHIFT)
    if shift > MOST_SHIFT:
        found.append(f"shifted by {shift}")
    return found + [f"too wide: {one}" for one in _overflow(page)] + _small_targets(page)


def _overflow(page: Page) -> list[str]:
    if page.evaluate("document.documentElement.scrollWidth <= innerWidth"):
        return []
    wide: list[str] = page.evaluate(
        "() => [...document.querySelectorAll('main *')].filter(one =>"
        " one.getBoundingClientRect().right > innerWidth + 1 && !one.closest('.scroll, .unseen'))"
        ".map(one => one.outerHTML.slice(0, 120))"
    )
    return wide[:3] or ["the page"]


def _small_targets(page: Page) -> list[str]:
    """What is pressed is at least 24 px, symbols 44; a link within a sentence may be smaller."""
    small: Mapping[str, Any] = page.evaluate(
        "() => ({least: [...document.querySelectorAll('button, .btn, input:not([type=hidden])"
        ":not([type=checkbox]), select')].filter(one => one.checkVisibility() &&"
        " (one.offsetHeight < 24 || one.offsetWidth < 24)).map(one => one.outerHTML.slice(0, 90)),"
        " pegs: [...document.querySelectorAll('[data-sign]')].filter(one => one.checkVisibility()"
        " && Math.min(one.offsetHeight, one.offsetWidth) < 44).length})"
    )
    return [*small["least"], *(["small symbols"] if small["pegs"] else [])]


def keep(page: Page, name: str) -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=PICTURES / f"{name}.png", full_page=True)
