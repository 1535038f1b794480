"""Every page: open to everybody, on any screen, in both languages, light and dark."""

from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.addresses import operators_pages, readers_pages, strangers_pages
from tests.browser.conftest import Reader, reading
from tests.browser.judging import faults_in_longer_words, faults_of, keep
from tests.browser.site import Site

DESK: dict[str, Any] = {"viewport": {"width": 1200, "height": 800}}
PHONE: dict[str, Any] = {"viewport": {"width": 320, "height": 640}}
NIGHT: dict[str, Any] = {**PHONE, "color_scheme": "dark", "locale": "es-ES"}
LOOKS = [pytest.param("en", DESK, id="english-desk-light")]
LOOKS += [pytest.param("es", NIGHT, id="spanish-phone-dark")]


@pytest.mark.parametrize(("language", "look"), LOOKS)
@pytest.mark.parametrize("who", ["somebody", "Ana", "operator"])
def test_every_page_is_open_to_everybody(
    browser: Browser, site: Site, who: str, language: str, look: dict[str, Any]
) -> None:
    with reading(browser, site, **look) as reader:
        faults: list[str] = []
        weight = _weighed(reader)
        for number, (name, path) in enumerate(_pages(reader, who).items()):
            weight.clear()
            page = reader.go(path)
            found = faults_of(page, weight, sheets=number == 0)
            keep(page, f"{language}-{name}")
            # Where there is least room; afterwards the page is another one.
            if look is NIGHT:
                found += faults_in_longer_words(page)
            faults += [f"{name}: {fault}" for fault in found]
        assert not faults, "\n".join(faults)


def _pages(reader: Reader, who: str) -> dict[str, str]:
    if who == "somebody":
        return strangers_pages()
    reader.log_in(who)
    return readers_pages(reader.site) if who == "Ana" else operators_pages(reader.site)


def _weighed(reader: Reader) -> list[int]:
    """The bytes of what arrives from now on."""
    weight: list[int] = []
    reader.page.on(
        "response", lambda answer: weight.append(int(answer.headers.get("content-length") or 0))
    )
    return weight
