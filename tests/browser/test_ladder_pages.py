"""The ladder's pages, the queue, and a first game with a word of help at each step."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Reader, reading
from tests.browser.fake_ladder import GAME, MATCH, SEASON, FakeLadder
from tests.browser.seasons import NAMES
from tests.browser.site import Site, served
from tests.browser.test_reading import LOOKS, faults_of, keep


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder: Path = tmp_path_factory.mktemp("ladder")
    with served(folder) as running:
        running.move_clock("2030-04-01T22:00:00Z")
        for name in NAMES[:4]:
            running.register(name)
        yield running


@pytest.fixture(scope="module")
def ladder(site: Site) -> FakeLadder:
    return FakeLadder(site)


@pytest.mark.parametrize(("language", "look"), LOOKS)
def test_every_page_of_the_ladder_is_open_to_everybody(
    browser: Browser, site: Site, ladder: FakeLadder, language: str, look: dict[str, object]
) -> None:
    ana = site.ids["Ana"]
    pages = {
        "home": "/",
        "ladder": "/ladder",
        "ladder-player": f"/ladder/seasons/{SEASON}/players/{ana}",
        "player": f"/players/{ana}",
        "play": "/play",
        "duel-friendly": f"/duels/{MATCH}?guide=1",
    }
    with reading(browser, site, **look) as reader:
        reader.log_in("Ana")
        found: list[str] = []
        for state in ("preparing", "solving", "closed"):
            ladder.state = state
            for name, path in pages.items():
                if state == "preparing" or name == "duel-friendly":
                    page = reader.go(path)
                    found += [f"{name} {state}: {fault}" for fault in faults_of(page, [])]
                    keep(page, f"{language}-ladder-{name}-{state}")
        assert not found, "\n".join(found)


def test_the_ranking_shows_my_place_and_each_change_is_explained(
    reader: Reader, site: Site, ladder: FakeLadder
) -> None:
    assert not ladder.waiting
    page = reader.log_in("Ana")
    reader.go("/ladder")
    expect(page.locator(".big-number")).to_have_text("2")
    page.get_by_role("link", name="your games, each explained").click()
    for text in (
        "A win: +10.",
        "A win: +10, and +3 for 1 win just before.",
        "A loss with 1523 points, bracket 1500–1599: −5.",
        "without a winner nothing changes",
        "voided: counts for nothing",
        "not rated: too many games of the two within a day",
    ):
        reader.see(text)
    assert page.locator(".chart circle").count() == 4
    assert site.ids["Ana"] in page.url
    assert GAME not in page.content()


def test_the_queue_tells_how_long_one_waits(reader: Reader, ladder: FakeLadder) -> None:
    page = reader.log_in("Ana")
    reader.go("/play")
    page.get_by_role("button", name="Find me an opponent").click()
    reader.see("Waiting for 40 s.")
    assert ladder.waiting
    page.get_by_role("button", name="Leave the queue").click()
    reader.see("You have left the queue.")
    assert not ladder.waiting


def test_a_newcomer_finds_the_game_in_three_steps(reader: Reader, ladder: FakeLadder) -> None:
    ladder.state = "preparing"
    page = reader.go("/")
    page.get_by_role("link", name="Play a first game").click()
    page.locator("#name-computer").fill("Newcomer")
    page.get_by_role("button", name="Play the computer").click()
    reader.see("First: hide a code")
    expect(page.get_by_label("Your code")).to_be_visible()
    for state, said in (("solving", "Read the answer"), ("closed", "That was a duel")):
        ladder.state = state
        page.reload()
        reader.see(said)
