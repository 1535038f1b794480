"""An operator at work: a season from plan to cancellation, a result corrected, an incident."""

from playwright.sync_api import Browser, expect

from tests.browser.addresses import solved_match
from tests.browser.conftest import Reader, reading
from tests.browser.site import Site


def test_an_operator_plans_a_season_and_runs_it(browser: Browser, site: Site) -> None:
    with reading(browser, site) as reader:
        page = reader.log_in("operator")
        reader.go("/operators/seasons/new")
        page.get_by_label("Name", exact=True).fill("Summer league")
        page.get_by_label("Time zone", exact=True).fill("Europe/Madrid")
        page.get_by_label("Registration opens").fill("2030-06-01T12:00")
        page.get_by_label("Registration closes").fill("2030-05-01T12:00")
        # Said while typing, before anything is sent.
        reader.see("It must come after registration opens.")
        page.get_by_label("Registration closes").fill("2030-06-10T12:00")
        page.get_by_label("First day").fill("2030-06-12")
        page.get_by_label("Draw").fill("3")
        page.get_by_label("Win").fill("3")
        page.get_by_role("button", name="Plan this season").click()
        reader.see("The season is planned.")
        page.get_by_role("link", name="Open registration now").click()
        page.get_by_role("button", name="Open registration of Summer league").click()
        reader.see("The season is changed.")
        page.get_by_role("link", name="Cancel the season").click()
        reader.see("It cannot be undone.")
        page.get_by_label("Reason").fill("The hall is flooded")
        page.get_by_role("button", name="Cancel Summer league").click()
        expect(page.locator(".tag.off")).to_have_text("cancelled")
        page.get_by_role("link", name="As players see it").click()
        reader.see("Cancelled: The hall is flooded")


def test_a_refused_plan_comes_back_with_all_that_was_typed(reader: Reader) -> None:
    page = reader.log_in("operator")
    reader.go("/operators/seasons/new")
    page.get_by_label("Name", exact=True).fill("Nowhere league")
    page.get_by_label("Time zone", exact=True).fill("Europe/Nowhere")
    page.get_by_label("Registration opens").fill("2030-06-01T12:00")
    page.get_by_label("Registration closes").fill("2030-06-10T12:00")
    page.get_by_label("First day").fill("2030-06-12")
    page.get_by_role("button", name="Plan this season").click()
    expect(page.locator("#summary")).to_be_focused()
    page.locator("#summary a").first.click()
    expect(page.get_by_label("Time zone", exact=True)).to_be_focused()
    expect(page.get_by_label("Name", exact=True)).to_have_value("Nowhere league")


def test_a_correction_shows_first_what_it_changes(reader: Reader, site: Site) -> None:
    # What it does to a forfeit would show in the tables that other tests read.
    match = solved_match(site)
    page = reader.log_in("operator")
    reader.go(f"/duels/{match}")
    page.get_by_role("link", name="Annul or correct this result").click()
    page.get_by_role("link", name="a draw").click()
    before = page.locator("main table tbody tr")
    assert before.count() >= 2
    reader.see("No pairing is touched.")
    # Beside the button: which of the five it is.
    expect(page.locator("main .told")).to_have_text("Correct: a draw")
    page.get_by_label("Reason").fill("A wire was cut")
    page.get_by_role("button", name="Correct the match").click()
    reader.see("Corrected by an operator: a draw.")
    reader.see("Corrected: A wire was cut")
    site.running.platform.settle()
    reader.go(f"/seasons/{site.seasons['running']}/revisions")
    reader.see("a result was corrected")
    reader.go("/operators/audit")
    expect(page.locator("tbody tr").first).to_contain_text("A wire was cut")


def test_a_stale_form_shows_the_difference_and_keeps_what_was_typed(
    reader: Reader, site: Site
) -> None:
    body = {"title": "Same network", "description": "Two of them"}
    incident = site.api("operator", "POST", "/admin/incidents", body)["id"]
    page = reader.log_in("operator")
    reader.go(f"/operators/incidents/{incident}")
    page.get_by_label("What was decided").fill("Nothing to be done")
    change = {"title": "Same network, three of them"}
    site.api("operator", "PATCH", f"/admin/incidents/{incident}", change)
    page.get_by_role("button", name="Change this incident").click()
    reader.see("Meanwhile it has become: Same network, three of them")
    expect(page.get_by_label("What was decided")).to_have_value("Nothing to be done")
    page.get_by_label("Title").fill("Same network, three of them")
    page.get_by_role("button", name="Change this incident").click()
    reader.see("Saved.")


def test_nobody_else_gets_in(reader: Reader) -> None:
    page = reader.log_in("Ana")
    answer = page.goto(f"{reader.site.address}/operators")
    assert answer
    assert answer.status == 403
    expect(page.get_by_role("link", name="Operators")).to_have_count(0)
