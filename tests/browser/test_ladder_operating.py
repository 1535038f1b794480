"""Operators and the ladder by browser: seasons planned, games voided and reviewed, players out."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import Reader
from tests.browser.ladder import report
from tests.browser.site import Site

PLAYERS = ("Elías", "Fátima")
VERSUS = "Elías – Fátima"


def test_a_ladder_season_is_planned_and_none_overlaps_another(reader: Reader) -> None:
    page = reader.log_in("operator")
    reader.go("/operators/ladder")
    _plan(page, "Summer ladder", "2030-07-01T00:00", "2030-06-01T00:00")
    reader.see("It must come after the beginning.")
    _plan(page, "Summer ladder", "2030-06-01T00:00", "2030-07-01T00:00")
    page.get_by_role("button", name="Plan this ladder season").click()
    reader.see("The season is planned.")
    planned = page.locator("main tbody tr", has_text="Summer ladder")
    expect(planned).to_contain_text("to come")
    _plan(page, "Midsummer ladder", "2030-06-10T00:00", "2030-06-20T00:00")
    page.get_by_role("button", name="Plan this ladder season").click()
    expect(page.locator("#summary")).to_be_focused()
    expect(page.get_by_label("Name")).to_have_value("Midsummer ladder")


def test_a_game_is_reviewed_settled_voided_and_let_count_again(reader: Reader, site: Site) -> None:
    game = report(site, "2030-03-20T10", "win", players=PLAYERS, winner=0)["game_id"]
    page = reader.log_in("operator")
    reader.go(f"/operators/ladder/games/{game}")
    _act(page, "Put it under review", f"Put the game {VERSUS} under review", "seen twice")
    reader.see("The game is under review; it counts until that is settled.")
    assert _season(site, "ladder")["pending"] == 1
    _act(page, "Settle its review", f"Settle the review of {VERSUS}", "nothing was wrong")
    reader.see("The review is settled.")
    assert _season(site, "ladder")["pending"] == 0
    page.get_by_role("link", name="Void: it counts for nothing").click()
    changed = page.get_by_role("region", name="What would change").locator("tbody tr")
    expect(changed.first).to_have_text("Elías15101500101000")
    _act(page, None, f"Void the game {VERSUS}", "arranged")
    reader.see("The game is voided; its two players are counted anew.")
    _act(page, "Let it count again", f"Let the game {VERSUS} count again", "it was not")
    reader.see("The game counts again.")
    reader.go(f"/operators/ladder/seasons/{site.seasons['ladder']}")
    decided = page.get_by_role("region", name="What was decided").locator("tbody")
    for said in ("game put under review", "review settled: it counts", "game counts again"):
        expect(decided).to_contain_text(said)


def test_a_player_is_disqualified_after_what_it_changes_was_shown_and_ranked_again(
    reader: Reader, site: Site
) -> None:
    report(site, "2030-03-20T10", "win", players=PLAYERS, winner=0)
    season = site.seasons["ladder"]
    page = reader.log_in("operator")
    reader.go(f"/operators/ladder/seasons/{season}")
    page.get_by_label("Player").select_option(value=site.ids["Fátima"])
    page.get_by_role("button", name="See what it would change").click()
    reader.see("Fátima loses position")
    reader.see("with 1500 points from 1 rated game.")
    page.get_by_label("Reason").fill("a borrowed account")
    page.get_by_role("button", name="Disqualify Fátima").click()
    reader.see("The player is disqualified.")
    assert _barred(site) == ["Fátima"]
    page.get_by_text("Fátima is disqualified").click()
    page.get_by_label("Reason").fill("it was her own")
    page.get_by_role("button", name="Rank Fátima again").click()
    reader.see("The player is in the ranking again.")
    assert _barred(site) == []


def test_a_season_that_is_over_is_confirmed_and_a_void_confirms_it_anew(
    reader: Reader, site: Site
) -> None:
    season = site.seasons["winter"]
    page = reader.log_in("operator")
    reader.go(f"/operators/ladder/seasons/{season}")
    expect(page.locator("h1 + .row .tag")).to_have_text("final")
    confirmed = page.get_by_role("region", name="Confirmed rankings").locator("tbody tr")
    expect(confirmed).to_have_count(1)
    reader.go(f"/ladder/seasons/{season}/players/{site.ids['Bea']}")
    page.get_by_role("link", name="decide").click()
    page.get_by_role("link", name="Void: it counts for nothing").click()
    _act(page, None, "Void the game Ana – Bea", "one of them was asleep")
    reader.see("The game is voided; its two players are counted anew.")
    reader.go(f"/operators/ladder/seasons/{season}")
    expect(confirmed).to_have_count(2)
    confirmed.first.get_by_role("link").click()
    expect(page.locator("main tbody tr", has_text="Bea")).to_contain_text("1510")


def _plan(page: Page, name: str, begins: str, ends: str) -> None:
    page.get_by_label("Name").fill(name)
    page.get_by_label("Begins (UTC)").fill(begins)
    page.get_by_label("Ends (UTC)").fill(ends)


def _act(page: Page, link: str | None, button: str, reason: str) -> None:
    if link:
        page.get_by_role("link", name=link).click()
    page.get_by_label("Reason").fill(reason)
    page.get_by_role("button", name=button).click()


def _season(site: Site, name: str) -> dict[str, int]:
    found: dict[str, int] = site.api(None, "GET", f"/ladder/seasons/{site.seasons[name]}")
    return found


def _barred(site: Site) -> list[str]:
    path = f"/ladder/seasons/{site.seasons['ladder']}/ranking"
    listed = site.api("operator", "GET", path)["disqualified"]
    return [one["display_name"] for one in listed]
