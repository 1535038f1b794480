"""Seasons as browsers find them: one played, one being played, one open, one planned."""

from typing import Any

from tests.browser.site import Site

NAMES = ("Ana", "Bea", "Carlos", "Dana", "Elías", "Fátima")
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
    """Ids of the seasons, by what they are; afterwards `running` solves its second round.

    Every round is played differently: fewer attempts, as many, forfeits of one and of both.
    """
    site.move_clock("2030-03-28T12:00:00Z")
    for name in NAMES:
        site.register(name)
    found = {
        "running": _announce(site, settings("Spring league", clues=CLUES)),
        "swiss": _announce(
            site,
            settings("Madrid Swiss", format="swiss", starts_on="2030-04-20")
            | {"registration_closes_at": "2030-04-19T12:00:00Z"},
        ),
        "planned": _announce(
            site,
            settings("Autumn league", starts_on="2030-10-26")
            | {
                "registration_opens_at": "2030-10-01T12:00:00Z",
                "registration_closes_at": "2030-10-25T12:00:00Z",
            },
        ),
    }
    # An even number: nobody sits out, whatever the lot says.
    for name in NAMES:
        site.api(name, "POST", f"/seasons/{found['running']}/registration")
        site.api("operator", "POST", f"/accounts/{site.ids[name]}/aura", AURA)
    for name in NAMES[:3]:
        site.api(name, "POST", f"/seasons/{found['swiss']}/registration")
    site.move_clock("2030-03-29T12:00:00Z")
    site.move_clock("2030-03-29T23:00:00Z")
    confirm_all(site, found["running"])
    site.move_clock("2030-03-30T23:00:00Z")
    _solve(site, found["running"])
    site.move_clock("2030-03-31T22:00:00Z")
    confirm_all(site, found["running"])
    site.move_clock("2030-04-01T22:00:00Z")
    return found


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


def _announce(site: Site, body: dict[str, Any]) -> str:
    return str(site.api("operator", "POST", "/seasons", body)["id"])
