"""Every page that a season, its players and its operators have, by name."""

from typing import Any

from tests.browser.seasons import FORFEITING, open_matches
from tests.browser.site import Site

SEASON_PARTS = (
    "",
    "/table",
    "/rounds",
    "/rounds/1",
    "/crosstable",
    "/progress",
    "/calendar",
    "/participants",
    "/rules",
    "/revisions",
)


def readers_pages(site: Site) -> dict[str, str]:
    """What a player sees; Ana is the player."""
    season = f"/seasons/{site.seasons['running']}"
    ana = site.ids["Ana"]
    found = {f"season{part.replace('/', '-')}": season + part for part in SEASON_PARTS}
    odd = f"/seasons/{site.seasons['odd']}"
    found |= {f"odd{part.replace('/', '-')}": odd + part for part in ("/table", "/rounds/1")}
    return found | {
        "home": "/",
        "seasons": "/seasons",
        "season-open": f"/seasons/{site.seasons['swiss']}",
        "season-planned": f"/seasons/{site.seasons['planned']}",
        "why": f"{season}/table/{site.ids['Bea']}",
        "season-player": f"{season}/players/{ana}",
        "player": f"/players/{ana}",
        "leave": f"{season}/leave",
        "duel-open": f"/duels/{open_match(site, 'Ana')}",
        "duel-closed": f"/duels/{closed_match(site)}",
        "play": "/play",
        "invitation": "/tables/INVITED",
        "ladder": "/ladder",
        "ladder-final": f"/ladder/seasons/{site.seasons['winter']}",
        "ladder-player": f"/ladder/seasons/{site.seasons['ladder']}/players/{ana}",
        "account": "/account",
        "account-delete": "/account/delete",
        "not-there": "/nothing/here",
    }


def strangers_pages() -> dict[str, str]:
    return {
        "first-page": "/",
        "first-game": "/play?first=1",
        "login": "/login",
        "register": "/register",
        "password-reset": "/password-reset",
        "password-confirm": "/password-reset/confirm",
        "verify": "/verify",
    }


def operators_pages(site: Site) -> dict[str, str]:
    season, match, ana = site.seasons["running"], closed_match(site), site.ids["Ana"]
    ladder = f"/operators/ladder/seasons/{site.seasons['ladder']}"
    acts = ("cancel", "postpone", "resume", "close-registration", "open-registration")
    found = {f"operators-{act}": f"/operators/seasons/{season}/acts/{act}" for act in acts}
    parts = (
        "",
        "/health",
        "/signals",
        "/dead-letters",
        "/audit",
        "/keys",
        "/incidents",
        "/accounts",
    )
    found |= {f"operators{part.replace('/', '-')}": f"/operators{part}" for part in parts}
    return found | {
        "operators-season-new": "/operators/seasons/new",
        "operators-season": f"/operators/seasons/{season}",
        "operators-season-edit": f"/operators/seasons/{site.seasons['planned']}/edit",
        "operators-disqualify": f"/operators/seasons/{season}/disqualify?account_id={ana}",
        "operators-match": f"/operators/matches/{match}?act=draw",
        "operators-incident": f"/operators/incidents/{site.ids['incident']}",
        "operators-account": f"/operators/accounts/{ana}",
        "operators-audit-about": f"/operators/audit?about={season}",
        "operators-incident-new": "/operators/incidents/new",
        "operators-ladder": "/operators/ladder",
        "operators-ladder-season": ladder,
        "operators-ladder-final": f"/operators/ladder/seasons/{site.seasons['winter']}",
        "operators-ladder-disqualify": f"{ladder}/disqualify?account_id={ana}",
        "operators-game": f"/operators/ladder/games/{game_of(site, 'Ana')}?act=void",
    }


def game_of(site: Site, name: str) -> str:
    """The first ladder game of somebody."""
    path = f"/ladder/seasons/{site.seasons['ladder']}/players/{site.ids[name]}/games"
    return str(site.api(None, "GET", path)["items"][0]["game_id"])


def open_match(site: Site, name: str) -> str:
    return str(open_matches(site, name, site.seasons["running"])[0]["id"])


def closed_match(site: Site) -> str:
    """Ana's of the first round, in which she made attempts."""
    listed = closed_matches(site, "running")
    return str(next(one for one in listed if "Ana" in _names(one))["id"])


def solved_match(site: Site) -> str:
    """One of the first round that was no forfeit: of three, one at least is between two of four."""
    listed = closed_matches(site, "running")
    return str(next(one for one in listed if FORFEITING.isdisjoint(_names(one)))["id"])


def closed_matches(site: Site, season: str) -> list[dict[str, Any]]:
    """Those of the first round."""
    path = f"/seasons/{site.seasons[season]}/rounds/1/matches"
    listed: list[dict[str, Any]] = site.api(None, "GET", path)["items"]
    return listed


def _names(match: dict[str, Any]) -> set[str]:
    return {match[side]["display_name"] for side in ("first", "second")}
