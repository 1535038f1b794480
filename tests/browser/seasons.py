"""Seasons as browsers find them: one under way, one with byes, one open, one planned; a ladder."""

from collections.abc import Callable, Sequence
from typing import Any

from tests.browser.ladder import announce_ladder, play_winter, report_games
from tests.browser.site import Site
from tests.browser.trouble import trouble

NAMES = ("Ana", "Bea", "Carlos", "Dana", "Elías", "Fátima")
# They confirm codes and make no attempt.
FORFEITING = set(NAMES[4:])
GUESSES = ("1122", "1234", "3456", "6543", "2211", "5566", "4321", "1111")


def settings(name: str, **other: Any) -> dict[str, Any]:
    return {
        "name": name,
        "format": "double_round_robin",
        "time_zone": "Europe/Madrid",
        "starts_on": "2030-03-30",
        "registration_opens_at": "2030-03-28T12:00:00Z",
        "registration_closes_at": "2030-03-29T12:00:00Z",
        **other,
    }


def populate(site: Site) -> dict[str, str]:
    """Ids of the seasons, by what they are; `running` and `odd` solve their second round then.

    Every round is played differently: fewer attempts, as many, forfeits of one and of both. Of the
    five in `odd` one sits out each round.
    """
    for name in NAMES:
        site.register(name)
        site.api("operator", "POST", f"/accounts/{site.ids[name]}/aura", AURA)
    found = {"winter": play_winter(site)}
    site.move_clock("2030-03-01T00:00:00Z")
    found["ladder"] = announce_ladder(site, "Spring ladder", "2030-03-01", "2030-05-01")
    site.move_clock("2030-03-28T12:00:00Z")
    found |= _announce_all(site)
    # An even number: nobody sits out, whatever the lot says.
    for season, names in (("running", NAMES), ("odd", NAMES[1:]), ("swiss", NAMES[:3])):
        for name in names:
            site.api(name, "POST", f"/seasons/{found[season]}/registration")
    _play(site, found["running"], found["odd"])
    report_games(site)
    site.running.platform.settle()
    trouble(site, found["running"])
    return found


def _announce_all(site: Site) -> dict[str, str]:
    later = {"starts_on": "2030-04-20", "registration_closes_at": "2030-04-19T12:00:00Z"}
    planned = {
        "starts_on": "2030-10-26",
        "registration_opens_at": "2030-10-01T12:00:00Z",
        "registration_closes_at": "2030-10-25T12:00:00Z",
    }
    bodies = {
        "odd": settings("Island Swiss", format="swiss"),
        "running": settings("Spring league", clues=CLUES),
        "swiss": settings("Madrid Swiss", format="swiss", **later),
        "planned": settings("Autumn league", **planned),
    }
    return {name: announce(site, body) for name, body in bodies.items()}


def _play(site: Site, *seasons: str) -> None:
    """The first round to its end, and the codes of the second one."""
    for now in ("2030-03-29T12:00:00Z", "2030-03-29T23:00:00Z"):
        site.move_clock(now)
    _each(confirm_all, site, seasons)
    site.move_clock("2030-03-30T23:00:00Z")
    _each(_solve, site, seasons)
    site.move_clock("2030-03-31T22:00:00Z")
    _each(confirm_all, site, seasons)
    site.move_clock("2030-04-01T22:00:00Z")


def _each(do: Callable[[Site, str], None], site: Site, seasons: Sequence[str]) -> None:
    for season in seasons:
        do(site, season)


AURA = {"amount": 5, "reason": "a gift to begin with"}
CLUES = {"unlock_after_attempts": 1, "limit": 1, "aura_cost": 2}


def open_matches(site: Site, name: str, season: str) -> list[dict[str, Any]]:
    found = site.api(name, "GET", "/me/matches?state=open")["items"]
    return [match for match in found if match["season_id"] == season]


def confirm_all(site: Site, season: str) -> None:
    for number, name in enumerate(NAMES):
        for match in open_matches(site, name, season):
            body = {"code": GUESSES[number], "confirm": True}
            site.api(name, "PUT", f"/matches/{match['id']}/code", body)


def _solve(site: Site, season: str) -> None:
    for number, name in enumerate(NAMES[:4]):
        for match in open_matches(site, name, season):
            for attempt, guess in enumerate(GUESSES[: 3 + number], 1):
                body = {"number": attempt, "guess": guess}
                answer = site.api(name, "POST", f"/matches/{match['id']}/attempts", body)
                if answer["solved"]:
                    break


def announce(site: Site, body: dict[str, Any]) -> str:
    return str(site.api("operator", "POST", "/seasons", body)["id"])
