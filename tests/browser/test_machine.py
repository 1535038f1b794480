"""The platform by browser, as its operators look after it: dead letters, keys, health, audit."""

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Reader
from tests.browser.site import Site
from tests.browser.trouble import UNREADABLE, bury


def test_a_dead_letter_is_read_replayed_in_vain_and_forgotten(reader: Reader, site: Site) -> None:
    bury(site, "lost")
    page = reader.log_in("operator")
    reader.go("/operators/dead-letters")
    expect(_letter(page)).to_contain_text("match could not handle SolvingOpened")
    expect(_letter(page)).to_contain_text(UNREADABLE)
    _letter(page).get_by_role("button", name="Send this message again").click()
    expect(page.locator("#summary")).to_be_focused()
    assert len(_told(site)) == 2
    _letter(page).get_by_text("Forget it").click()
    expect(_letter(page)).to_contain_text("match will never learn of it")
    _letter(page).get_by_role("button", name="Forget this message for good").click()
    reader.see("The message is forgotten.")
    assert [one["id"] for one in _told(site)] == ["match.kept"]
    reader.go("/operators/audit")
    expect(page.locator("main tbody tr").first).to_contain_text("forgot a message")


def test_a_key_is_shown_once_and_revoked(reader: Reader, site: Site) -> None:
    page = reader.log_in("operator")
    reader.go("/operators/keys")
    page.get_by_label("Name of the game server").fill("Another game")
    page.get_by_role("button", name="Make a key").click()
    key = page.locator(".said .invite").inner_text()
    site.use_token("another", key)
    assert site.api("another", "GET", "/ladder/seasons")["items"]
    reader.go("/operators/keys")
    assert key not in page.content()
    page.get_by_role("button", name="Revoke the key Another game").click()
    reader.see("The key is revoked.")
    expect(page.locator("tbody tr", has_text="Another game")).to_contain_text("revoked")


def test_maintenance_is_begun_and_ended_and_every_service_answers(
    reader: Reader, site: Site
) -> None:
    page = reader.log_in("operator")
    reader.go("/operators/health")
    services = page.get_by_role("region", name="Services").locator("tbody tr")
    assert services.locator("td", has_text="answers").count() == services.count() == 5
    page.get_by_label("Reason").fill("a new disk")
    page.get_by_role("button", name="Begin maintenance").click()
    reader.see("It is on: only operators change anything.")
    page.get_by_role("button", name="End maintenance").click()
    reader.see("It is off.")
    assert site.api("operator", "GET", "/admin/maintenance")["on"] is False


def test_the_audit_log_is_read_by_author_and_by_what_was_done_to(
    reader: Reader, site: Site
) -> None:
    page = reader.log_in("operator")
    reader.go("/operators/audit")
    page.get_by_label("Done to what has the id").fill(site.ids["Bea"])
    page.get_by_role("button", name="Show these acts").click()
    reader.see("Here: what was done to")
    acts = page.locator("main tbody tr")
    assert acts.count() == acts.filter(has_text="granted Aura").count() > 0
    acts.first.get_by_role("link", name="granted Aura").click()
    expect(page.locator("h1")).to_have_text("Bea")


def _letter(page: Page) -> Locator:
    """The one that came last."""
    return page.locator("main article").first


def _told(site: Site) -> list[dict[str, str]]:
    found: list[dict[str, str]] = site.api("operator", "GET", "/admin/dead-letters")["items"]
    return found
