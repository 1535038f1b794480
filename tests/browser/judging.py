"""What can be wrong with a page whatever it is about, looked for in one pass."""

from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

PICTURES = Path(__file__).parents[2] / "build" / "pages"
MOST_BYTES = 150_000
MOST_NODES = 800
MOST_SHIFT = 0.02
# Only what was found is told: a list of all that is right would be a hundred times longer.
_RULES: dict[str, Any] = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],
}
_AXE = Axe().axe_script
_LOOK = (Path(__file__).parent / "look.js").read_text()


def faults_of(page: Page, weight: list[int], *, sheets: bool = False) -> list[str]:
    """What axe and our own limits find. With `sheets` axe reads the style sheets as well: they are
    the same on every page, so it need not do so on all of them.
    """
    page.evaluate(_AXE)
    found = page.evaluate(f"rules => ({_LOOK})(rules)", {**_RULES, "preload": sheets})
    told = [f"{rule}: {html[:160]} {why[:300]}" for rule, html, why in found["axe"]]
    if found["nodes"] > MOST_NODES:
        told.append(f"{found['nodes']} nodes")
    if sum(weight) > MOST_BYTES:
        told.append(f"{sum(weight)} bytes")
    if found["shift"] > MOST_SHIFT:
        told.append(f"shifted by {found['shift']}")
    return told + [f"too wide: {one}" for one in found["wide"]] + found["small"]


def faults_in_longer_words(page: Page) -> list[str]:
    """The same page with all its texts two fifths longer, in the place of the present ones."""
    found = page.evaluate(f"() => ({_LOOK}).longer()")
    if "[" not in found["text"]:
        return ["not told in longer words"]
    return [f"too wide in longer words: {one}" for one in found["wide"]]


def keep(page: Page, name: str) -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=PICTURES / f"{name}.png", full_page=True)
