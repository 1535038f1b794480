"""Reading: without scripts, on paper, without colour, on a telephone, by keyboard."""

import re
from typing import Any

from playwright.sync_api import Browser, expect

from tests.browser.addresses import closed_match, open_match
from tests.browser.conftest import Reader, reading
from tests.browser.site import Site

PHONE: dict[str, Any] = {"viewport": {"width": 320, "height": 640}}


def test_reading_and_logging_in_work_without_scripts(browser: Browser, site: Site) -> None:
    with reading(browser, site, java_script_enabled=False) as reader:
        reader.fill_in_login("Ana")
        season = f"/seasons/{site.seasons['running']}"
        page = reader.go(f"{season}/table")
        assert page.locator("tr.own").inner_text().split()[1] == "Ana"
        page = reader.go(f"/duels/{closed_match(site)}")
        assert page.locator("table.board tbody tr").count() > 1
        assert not page.get_by_role("button", name="Show all").is_visible()
        page = reader.go(f"/duels/{open_match(site, 'Ana')}")
        assert page.get_by_label("Your attempt", exact=True).is_visible()


def test_a_bye_is_told_wherever_there_are_results(reader: Reader, site: Site) -> None:
    season = f"/seasons/{site.seasons['odd']}"
    first = site.api(None, "GET", f"{season}/rounds")["items"][0]
    players = site.api(None, "GET", f"{season}/participants")["items"]
    name = next(one["display_name"] for one in players if one["account_id"] == first["bye"])
    page = reader.go(f"{season}/rounds/1")
    reader.see(f"Bye: {name}, worth the points set for a bye; it is no match.")
    reader.go(f"{season}/table?round=1")
    row = page.locator("tbody tr", has_text=name)
    byes = page.locator("thead th").all_inner_texts().index("Byes")
    assert row.locator("th, td").nth(byes).inner_text() == "1"
    assert row.locator("svg.dots").get_attribute("aria-label") == "bye"
    reader.go(f"{season}/table/{first['bye']}?round=1")
    expect(page.locator("details", has_text=f"Points of {name}")).to_contain_text("1 bye × 3")
    reader.go(f"{season}/players/{first['bye']}")
    played = page.get_by_role("region", name="Matches").locator("tbody tr").first
    assert re.fullmatch(r"1\s+–\s+bye\s+3\s+\d", played.inner_text())


def test_a_forfeit_is_marked_in_the_table_and_the_crosstable(reader: Reader, site: Site) -> None:
    # Elías and Fátima made no attempt, so whoever met them won by forfeit, or lost with them.
    season = f"/seasons/{site.seasons['running']}"
    page = reader.go(f"{season}/table")
    told = page.locator("tbody tr", has_text="Elías").locator("svg.dots")
    assert told.get_attribute("aria-label") == "loss by forfeit"
    reader.go(f"{season}/crosstable")
    line = page.locator("tbody tr", has_text="Elías")
    expect(line.get_by_role("link", name="0 by forfeit")).to_have_count(1)


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
        marks = page.locator("symbol text").evaluate_all("all => all.map(t => t.textContent)")
        assert len(set(shapes)) == len(shapes) == len(set(marks)) == 6
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


def test_the_interfaces_page_fits_a_telephone(browser: Browser, site: Site) -> None:
    with reading(browser, site, **PHONE) as reader:
        page = reader.go("/api/docs")
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
