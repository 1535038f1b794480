"""An operator in the middle of an incident: signals chosen and marked, people found by name."""

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.addresses import closed_match, game_of
from tests.browser.conftest import Reader, reading
from tests.browser.site import Site

PHONE = {"viewport": {"width": 320, "height": 640}}


def test_signals_are_chosen_by_player_and_marked(reader: Reader, site: Site) -> None:
    season = site.seasons["running"]
    one = site.api("operator", "GET", f"/admin/signals?season_id={season}")["items"][0]
    (name,) = (name for name, id in site.ids.items() if id == one["account_ids"][0])
    page = reader.log_in("operator")
    reader.go("/operators/signals")
    page.get_by_label("Player, by name").fill(name.lower())
    page.get_by_label("What was seen").select_option(one["kind"])
    page.get_by_label("Season").select_option(label="Spring league")
    page.get_by_role("button", name="Show these signals").click()
    rows = page.locator("main tbody tr")
    expect(rows.first).to_be_visible()
    assert [row for row in rows.all() if name not in row.inner_text()] == []
    before = rows.count()
    page.get_by_role("button", name="Mark the chosen as dealt with").click()
    expect(page.locator("#summary")).to_contain_text("Choose at least one signal.")
    rows.first.get_by_role("checkbox").check()
    page.get_by_label("Reason, for the audit log").fill("a quick hand")
    page.get_by_role("button", name="Mark the chosen as dealt with").click()
    reader.see("The signals are marked.")
    # The choice of before still holds.
    expect(rows).to_have_count(before - 1)
    page.get_by_label("State").select_option(label="dealt with")
    page.get_by_role("button", name="Show these signals").click()
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("Dealt with by Operator,")
    rows.get_by_role("checkbox").check()
    page.get_by_role("button", name="Take the mark back").click()
    expect(rows).to_have_count(0)
    reader.go("/operators/audit")
    expect(page.locator("tbody tr").nth(1)).to_contain_text("marked a signal")
    expect(page.locator("tbody tr").nth(1)).to_contain_text("a quick hand")


def test_a_name_that_several_have_is_asked_about(reader: Reader, site: Site) -> None:
    for name in ("Marta Sol", "Marta Luz"):
        site.register(name)
    page = reader.log_in("operator")
    reader.go("/operators/signals?name=marta")
    page.get_by_role("link", name="Marta Luz").click()
    expect(page.get_by_label("Player, by name")).to_have_value("Marta Luz")
    reader.go("/operators/signals?name=nobody-at-all")
    reader.see("Nobody goes by such a name.")


def test_an_incident_is_opened_about_people_found_by_name(reader: Reader, site: Site) -> None:
    page = reader.log_in("operator")
    reader.go(f"/operators/incidents/new?match_ids={closed_match(site)}")
    expect(page.get_by_label("round 1 of Spring league")).to_be_checked()
    page.get_by_label("Title").fill("Whispering")
    page.get_by_label("Add a player, by name").fill("bea")
    page.keyboard.press("Enter")
    page.get_by_label("Bea", exact=True).check()
    # Nothing that was typed or ticked is lost by looking for somebody.
    expect(page.get_by_label("Title")).to_have_value("Whispering")
    page.get_by_label("Add a player, by name").fill("")
    page.get_by_label("Title").press("Enter")
    reader.see("The incident is open.")
    opened = site.api("operator", "GET", f"/admin/incidents/{page.url.rsplit('/', 1)[1]}")
    assert opened["account_ids"] == [site.ids["Bea"]]
    assert opened["match_ids"] == [closed_match(site)]
    page.get_by_label("Bea", exact=True).uncheck()
    page.get_by_role("button", name="Change this incident").click()
    reader.see("Saved.")
    opened = site.api("operator", "GET", f"/admin/incidents/{opened['id']}")
    assert (opened["account_ids"], opened["match_ids"]) == ([], [closed_match(site)])


def test_what_came_to_an_incident_meanwhile_stays_in_it(reader: Reader, site: Site) -> None:
    body = {"title": "Two tables", "description": "", "account_ids": [site.ids["Ana"]]}
    incident = site.api("operator", "POST", "/admin/incidents", body)["id"]
    page = reader.log_in("operator")
    reader.go(f"/operators/incidents/{incident}")
    page.get_by_label("Ana", exact=True).uncheck()
    both = {"account_ids": [site.ids["Ana"], site.ids["Dana"]]}
    site.api("operator", "PATCH", f"/admin/incidents/{incident}", both)
    page.get_by_role("button", name="Change this incident").click()
    expect(page.locator("#summary")).to_be_focused()
    expect(page.get_by_label("Ana", exact=True)).not_to_be_checked()
    expect(page.get_by_label("Dana", exact=True)).to_be_checked()
    page.get_by_role("button", name="Change this incident").click()
    reader.see("Saved.")
    found = site.api("operator", "GET", f"/admin/incidents/{incident}")
    assert found["account_ids"] == [site.ids["Dana"]]


@pytest.mark.parametrize("where", ["match", "game", "player"])
def test_from_the_page_of_something_an_incident_names_it(
    reader: Reader, site: Site, where: str
) -> None:
    place, label = {
        "match": (f"/duels/{closed_match(site)}", "round 1 of Spring league"),
        "game": (f"/operators/ladder/games/{game_of(site, 'Ana')}", "Ladder game: Ana – Bea"),
        "player": (f"/players/{site.ids['Fátima']}", "Fátima"),
    }[where]
    page = reader.log_in("operator")
    reader.go(place)
    page.get_by_role("link", name="Open an incident about this").click()
    expect(page.get_by_label(label)).to_be_checked()


def test_a_dispute_is_told_in_the_readers_language(browser: Browser, site: Site) -> None:
    with reading(browser, site, locale="es-ES") as reader:
        page = reader.log_in("operator")
        for place in ("/operators", "/operators/incidents"):
            reader.go(place)
            expect(page.get_by_role("link", name="Resultado reclamado").first).to_be_visible()
        reader.go(f"/operators/incidents/{site.ids['incident']}")
        expect(page.get_by_role("heading", level=1)).to_have_text("Resultado reclamado")


def test_on_a_telephone_the_menus_take_two_lines_and_one(browser: Browser, site: Site) -> None:
    with reading(browser, site, **PHONE, locale="es-ES") as reader:
        page = reader.log_in("operator")
        reader.go("/operators/health")
        head, menu = page.locator(".masthead"), page.locator(".tabs")
        assert head.evaluate("one => one.offsetHeight") < 90
        assert menu.evaluate("one => one.offsetHeight") < 60
        # Where one is stands in sight.
        expect(menu.locator("[aria-current]")).to_be_in_viewport(ratio=1)


def test_on_a_telephone_a_row_of_the_table_reads_in_one_line(browser: Browser, site: Site) -> None:
    with reading(browser, site, **PHONE, locale="es-ES") as reader:
        reader.go(f"/seasons/{site.seasons['running']}/table")
        tops = "all => all.map(one => one.getBoundingClientRect().top)"
        names = reader.page.locator("tbody th.fixed a").evaluate_all(tops)
        reasons = reader.page.locator("tbody td.why a").evaluate_all(tops)
        assert len(reasons) == len(names) - 1
        # The first row has no reason to stand where it is.
        assert all(abs(n - r) < 6 for n, r in zip(names[1:], reasons, strict=True))
