"""What operators have to look into: a disputed result, and a message that could not be handled."""

from shared.messaging import letters
from shared.messaging.bus import Letter
from tests.browser.site import Site

UNREADABLE = "the message is unreadable"


def trouble(site: Site, season: str) -> None:
    """Dana disputes her match of the first round, an operator takes a note of it."""
    matches = site.api(None, "GET", f"/seasons/{season}/rounds/1/matches")["items"]
    own = next(one for one in matches if "Dana" in _names(one))
    site.api("Dana", "POST", f"/matches/{own['id']}/disputes", {"reason": "It was too dark"})
    (incident,) = site.api("operator", "GET", "/admin/incidents")["items"]
    site.ids["incident"] = incident["id"]
    path = f"/admin/incidents/{incident['id']}/notes"
    site.api("operator", "POST", path, {"text": "The lamps of the hall were off."})
    bury(site, "kept")


def bury(site: Site, id: str) -> None:
    """Leave a message that the match service could not read among its dead letters."""
    runtime = site.running.platform.runtimes["match"]
    with runtime.plain_writing() as connection:
        letters.keep(connection, Letter(id, "SolvingOpened", "{}", UNREADABLE, attempts=3))


def _names(match: dict[str, dict[str, str]]) -> list[str]:
    return [match[side]["display_name"] for side in ("first", "second")]
