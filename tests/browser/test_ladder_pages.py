"""The ladder by browser: its pages, a rated game of two, a table of guests, a first game."""

from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Reader, reading
from tests.browser.ladder import KEY
from tests.browser.site import Site


def test_the_ranking_shows_my_place_and_each_change_is_explained(
    reader: Reader,
) -> None:
    page = reader.log_in("Ana")
    reader.go("/ladder")
    expect(page.locator(".big-number")).to_have_text("1")
    page.get_by_role("link", name="your games, each explained").click()
    for text in (
        "A win: +10.",
        "A win: +10, and +3 for 1 win just before.",
        "A loss with 1523 points, bracket 1500–1599: −5.",
        "without a winner nothing changes",
        "voided: counts for nothing. arranged between the two (Mon 1 Apr 2030",
        "not rated: too many games of the two within a day",
    ):
        reader.see(text)
    # Where the line begins, two wins and a defeat.
    assert page.locator(".chart circle").count() == 4


def test_an_operator_sees_what_a_void_would_change(reader: Reader, site: Site) -> None:
    page = reader.log_in("operator")
    ladder = site.seasons["ladder"]
    reader.go(f"/ladder/seasons/{ladder}/players/{site.ids['Ana']}")
    page.get_by_role("link", name="decide").last.click()
    page.get_by_role("link", name="Void: it counts for nothing").click()
    before_and_after = page.locator("main table tbody tr")
    expect(before_and_after).to_have_count(2)
    expect(before_and_after.first).to_have_text("Ana15181505322111")
    expect(page.get_by_role("button", name="Void the game Ana – Bea")).to_be_visible()


def test_a_rated_game_of_two_from_the_queue_to_the_ranking(browser: Browser, site: Site) -> None:
    with reading(browser, site) as first, reading(browser, site) as second:
        pages = [first.log_in("Carlos"), second.log_in("Dana")]
        for reader in (first, second):
            reader.go("/play").get_by_role("button", name="Find me an opponent").click()
        for page, code in zip(pages, ("1234", "4321"), strict=True):
            # Nobody presses anything: the game opens by itself.
            page.wait_for_url("**/duels/*")
            page.get_by_label("Your code", exact=True).fill(code)
            page.get_by_role("button", name="Confirm this code for good").click()
        _try(pages[0], "4321")
        first.see("You have found the code.")
        _try(pages[1], "1111")
        for reader in (first, second):
            reader.see("Carlos wins")
        site.running.platform.settle()
        pages[0].reload()
        first.see("Points: Carlos +10, Dana 0")
        game = pages[0].url.rpartition("/")[2]
        with reading(browser, site) as office:
            _see_the_way_to_void(office, game)
        _void(site, game)
        pages[0].reload()
        first.see("voided: counts for nothing")
        assert pages[0].get_by_text("Points:").count() == 0
        pages[0].get_by_role("link", name="To the ranking").click()
        expect(pages[0].get_by_text("You have no rated game in this season yet.")).to_be_visible()
        _void(site, game, "unvoid")
        first.go("/ladder")
        expect(pages[0].locator("tr.own").first).to_contain_text("1510")


def test_a_game_that_goes_on_is_told_as_such_and_one_without_a_winner_once(
    reader: Reader, site: Site
) -> None:
    begun = {
        "external_id": "a game that goes on",
        "origin": "queue",
        "players": [{"account_id": site.ids[name]} for name in ("Carlos", "Dana")],
        "started_at": "2030-03-20T10:00:00Z",
    }
    site.api(KEY, "POST", "/ladder/games/start", begun)
    page = reader.go(f"/ladder/seasons/{site.seasons['ladder']}/players/{site.ids['Carlos']}")
    result = page.locator("tbody tr", has_text="20 Mar 2030").locator("td").nth(1)
    expect(result).to_have_text("it has not ended yet")
    ended = {"finished_at": "2030-03-20T10:30:00Z", "ending": "no_winner", "phase": "play"}
    site.api(KEY, "POST", "/ladder/games", begun | ended | {"winner": None, "left": None})
    page.reload()
    expect(result).to_have_text("no winner")


def test_guests_play_at_a_private_table(browser: Browser, site: Site) -> None:
    with reading(browser, site) as host, reading(browser, site) as guest:
        page = host.go("/play")
        page.locator("#name-table").fill("Hanna")
        page.get_by_role("button", name="Open a private table").click()
        link = page.locator(".invite").inner_text()
        other = guest.page
        other.goto(link)
        other.get_by_label("Your name at the table").fill("Ivo")
        other.get_by_role("button", name="Sit down and play").click()
        other.wait_for_url("**/duels/*")
        page.wait_for_url("**/duels/*")
        other.get_by_text("Resign", exact=True).click()
        other.get_by_role("button", name="Resign this game").click()
        host.see("Hanna wins: the opponent resigned.")


def test_a_newcomer_finds_the_game_in_three_steps_and_is_led_through_it(reader: Reader) -> None:
    page = reader.go("/")
    page.get_by_role("link", name="Play a first game").click()
    page.locator("#name-computer").fill("Newcomer")
    page.get_by_role("button", name="Play the computer").click()
    reader.see("First: hide a code")
    page.get_by_label("Your code", exact=True).fill("1234")
    page.get_by_role("button", name="Confirm this code for good").click()
    reader.see("Now find the other's code")
    _try(page, "1122")
    reader.see("Read the answer")
    page.get_by_text("Resign", exact=True).click()
    page.get_by_role("button", name="Resign this game").click()
    reader.see("That was a duel")


def test_a_newcomer_whose_game_ended_without_a_try_is_not_shown_empty_boards(
    reader: Reader,
) -> None:
    page = reader.go("/play?first=1")
    page.locator("#name-computer").fill("Late")
    page.get_by_role("button", name="Play the computer").click()
    reader.see("First: hide a code")
    page.get_by_text("Resign", exact=True).click()
    page.get_by_role("button", name="Resign this game").click()
    reader.see("It ended before anybody tried a code")
    expect(page.get_by_role("button", name="One attempt on")).to_have_count(0)


def _try(page: Page, code: str) -> None:
    page.get_by_label("Your attempt", exact=True).fill(code)
    page.get_by_role("button", name="Try this code").click()


def _void(site: Site, game: str, act: str = "void") -> None:
    site.api("operator", "POST", f"/ladder/games/{game}/{act}", {"reason": "to see how it looks"})
    site.running.platform.settle()


def _see_the_way_to_void(office: Reader, game: str) -> None:
    """A ladder duel leads an operator to the ladder, wherever it is opened."""
    page = office.log_in("operator")
    for path in (f"/duels/{game}", f"/operators/matches/{game}"):
        office.go(path)
        page.get_by_role("link", name="Decide on this ladder game").click()
        expect(page.get_by_role("link", name="Void: it counts for nothing")).to_be_visible()
