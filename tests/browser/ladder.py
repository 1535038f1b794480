"""A ladder season with games of every kind, reported by a game server of another game."""

from typing import Any

from tests.browser.site import Site

KEY = "game server"


def play_winter(site: Site) -> str:
    """The id of a season with one game, which is over and confirmed when spring begins."""
    site.move_clock("2030-02-01T00:00:00Z")
    season = announce_ladder(site, "Winter ladder", "2030-02-01", "2030-02-15")
    body = {"name": KEY, "role": "game_server"}
    site.use_token(KEY, site.api("operator", "POST", "/api-keys", body)["key"])
    site.move_clock("2030-02-10T12:00:00Z")
    report(site, "2030-02-10T10", "win", winner=1)
    return season


def announce_ladder(site: Site, name: str, starts_on: str, ends_on: str) -> str:
    """The season's id."""
    times = {"starts_at": f"{starts_on}T00:00:00Z", "ends_at": f"{ends_on}T00:00:00Z"}
    return str(site.api("operator", "POST", "/ladder/seasons", {"name": name, **times})["id"])


def report_games(site: Site) -> None:
    """Between Ana and Bea: two wins, a third game beyond the limit; later a defeat, a game
    without a winner and one that is voided.
    """
    for hour in (10, 11, 12):
        report(site, f"2030-03-10T{hour}", "win", winner=0)
    report(site, "2030-03-12T10", "resignation", left=0)
    report(site, "2030-03-14T10", "no_winner")
    voided = report(site, "2030-03-16T10", "win", winner=1)
    reason = {"reason": "arranged between the two"}
    site.api("operator", "POST", f"/ladder/games/{voided['game_id']}/void", reason)


def report(
    site: Site,
    hour: str,
    ending: str,
    *,
    players: tuple[str, str] = ("Ana", "Bea"),
    winner: int | None = None,
    left: int | None = None,
) -> Any:
    """A game that began at `hour` and took half of it."""
    body = {
        "external_id": hour,
        "origin": "queue",
        "players": [{"account_id": site.ids[name]} for name in players],
        "started_at": f"{hour}:00:00Z",
        "finished_at": f"{hour}:30:00Z",
        "ending": ending,
        "phase": "play",
        "winner": winner,
        "left": left,
    }
    return site.api(KEY, "POST", "/ladder/games", body)
