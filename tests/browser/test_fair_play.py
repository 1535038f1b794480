"""Fair play by browser: a result disputed, talked over and decided; Aura; an account suspended."""

from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.addresses import closed_matches
from tests.browser.conftest import Reader, reading
from tests.browser.site import PASSWORD, Site, email_of


def test_a_disputed_result_becomes_an_incident_and_its_decision(
    browser: Browser, site: Site
) -> None:
    match = closed_matches(site, "odd")[0]
    player, versus = match["first"]["display_name"], _versus(match)
    with reading(browser, site) as disputing, reading(browser, site) as deciding:
        _dispute(disputing, player, match["id"])
        page = deciding.log_in("operator")
        deciding.go("/operators")
        page.get_by_role("link", name="Disputed result").first.click()
        deciding.see(f"Disputed by {player}: The board froze")
        page.get_by_label("A note").fill("The server's log says so too.")
        page.get_by_role("button", name="Write this note").click()
        deciding.see("The note is written down.")
        expect(page.locator(".note").last).to_contain_text("The server's log says so too.")
        page.get_by_role("link", name=f"Decide on the match {versus}").click()
        page.get_by_role("link", name="Annul: it counts for nothing at all").click()
        expect(page.locator("main table tbody tr").first).to_be_visible()
        deciding.see("Rounds paired since from tables that will change: 2.")
        deciding.see("This is entered as a decision of")
        page.get_by_label("Reason").fill("The board froze for both")
        page.get_by_role("button", name=f"Annul the match {versus}").click()
        _see_decision(page)
        disputing.page.reload()
        disputing.see("Annulled: it counts for nothing.")
        disputing.see("Annulled: The board froze for both")


def _dispute(reader: Reader, player: str, match: str) -> None:
    page = reader.log_in(player)
    reader.go(f"/duels/{match}")
    page.get_by_text("Something is wrong with this result").click()
    page.get_by_label("What is wrong").fill("The board froze")
    page.get_by_role("button", name="Dispute this result").click()
    reader.see("Operators will look into it.")
    reader.see("Operators are looking into this result. It counts until they have decided.")


def _see_decision(page: Page) -> None:
    """One is listed with its reason, and the incident is decided by it."""
    decisions = page.get_by_role("region", name="Decisions").locator("tbody tr")
    expect(decisions).to_have_count(1)
    expect(decisions).to_contain_text("match annulled")
    expect(decisions).to_contain_text("The board froze for both")
    expect(decisions).to_contain_text("done")
    expect(page.locator("h1 + .row .tag")).to_have_text("decided")


def test_a_dispute_without_a_word_comes_back(reader: Reader, site: Site) -> None:
    match = closed_matches(site, "odd")[1]
    page = reader.log_in(match["first"]["display_name"])
    reader.go(f"/duels/{match['id']}")
    page.get_by_text("Something is wrong with this result").click()
    # Blanks satisfy the browser; the server looks closer.
    page.get_by_label("What is wrong").fill("   ")
    page.get_by_role("button", name="Dispute this result").click()
    expect(page.locator("#summary")).to_be_focused()
    assert page.title().startswith("Error:")
    assert site.api(None, "GET", f"/matches/{match['id']}")["under_review"] is False


def test_a_correction_of_a_swiss_match_names_the_rounds_paired_since(
    reader: Reader, site: Site
) -> None:
    match = closed_matches(site, "odd")[1]
    page = reader.log_in("operator")
    reader.go(f"/operators/matches/{match['id']}")
    page.get_by_role("link", name="both lose").click()
    reader.see("Rounds paired since from tables that will change: 2. Those pairings stay.")
    # The form without a reason changes nothing.
    page.get_by_role("button", name="Correct the match").click()
    assert page.get_by_label("Reason").evaluate("one => one.validity.valueMissing")
    assert site.api(None, "GET", f"/matches/{match['id']}")["result"]["revision"] == 1


def test_aura_is_granted_once_and_never_below_nothing(reader: Reader, site: Site) -> None:
    site.register("Hilda")
    page = reader.log_in("operator")
    reader.go("/operators/accounts?name=hil")
    page.get_by_role("link", name="Hilda").click()
    page.get_by_label("Amount").fill("3")
    _aura_reason(page).fill("for a bug found")
    page.get_by_role("button", name="Grant this Aura").dblclick()
    reader.see("The Aura is granted.")
    assert site.api("Hilda", "GET", "/me/aura")["balance"] == 3
    expect(page.locator("main tbody tr").first).to_contain_text("granted Aura")
    page.get_by_label("Amount").fill("-4")
    _aura_reason(page).fill("a slip")
    page.get_by_role("button", name="Grant this Aura").click()
    expect(page.locator("#summary")).to_be_focused()
    expect(page.get_by_label("Amount")).to_have_value("-4")
    assert site.api("Hilda", "GET", "/me/aura")["balance"] == 3


def test_a_suspended_account_is_shut_out_until_it_is_let_in_again(
    browser: Browser, site: Site
) -> None:
    site.register("Iván")
    with reading(browser, site) as reader, reading(browser, site) as other:
        page = reader.log_in("operator")
        reader.go(f"/operators/accounts/{site.ids['Iván']}")
        page.locator("#suspend-reason").fill("two accounts")
        page.get_by_role("button", name="Suspend Iván").click()
        reader.see("The account is suspended.")
        expect(page.locator("h1 + .row .tag")).to_have_text("suspended")
        _try_to_log_in(other, "Iván")
        other.see("That did not work")
        page.locator("#readmit-reason").fill("it was his brother")
        page.get_by_role("button", name="Let Iván in again").click()
        reader.see("The account may play again.")
        expect(page.locator("main tbody")).to_contain_text("it was his brother")
        _try_to_log_in(other, "Iván")
        other.page.wait_for_url(site.address + "/")


def test_a_player_is_disqualified_after_what_it_changes_was_shown(
    reader: Reader, site: Site
) -> None:
    # Neither who sat out nor a player of the match that another test annuls: others read these.
    name = closed_matches(site, "odd")[1]["second"]["display_name"]
    season = site.seasons["odd"]
    page = reader.log_in("operator")
    reader.go(f"/operators/seasons/{season}/disqualify")
    page.get_by_label("Player").select_option(label=name)
    page.get_by_role("button", name="See what it would change").click()
    reader.see(f"{name} stands at position")
    reader.see(f"1 round that is not paired yet goes on without {name}.")
    page.get_by_label("Reason").fill("A game played for two")
    page.get_by_role("button", name=f"Disqualify {name}").click()
    reader.see("The player is disqualified.")
    reader.go(f"/seasons/{season}/participants")
    expect(page.locator("tbody tr", has_text=name)).to_contain_text("disqualified")


def _aura_reason(page: Page) -> Locator:
    return page.locator("#reason")


def _try_to_log_in(reader: Reader, name: str) -> None:
    page = reader.go("/login")
    page.fill("#email", email_of(name))
    page.fill("#password", PASSWORD)
    page.click("main button")


def _versus(match: dict[str, dict[str, str]]) -> str:
    return f"{match['first']['display_name']} – {match['second']['display_name']}"
