"""Words of operators' pages: incidents, signals, and acts of the audit log with what they were
done to.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask_babel import format_decimal
from flask_babel import lazy_gettext as _l

from services.gateway.routes import BASE
from services.gateway.web.languages import gettext as _
from services.gateway.web.languages import ngettext
from services.gateway.web.words import Words

INCIDENT_STATES: Words = {
    "open": _l("open"),
    "under_review": _l("under review"),
    "decided": _l("decided"),
    "dismissed": _l("dismissed"),
}
DECISIONS: Words = {
    "annul": _l("match annulled"),
    "correct": _l("match corrected"),
    "disqualify": _l("player disqualified"),
    "review": _l("game put under review"),
    "void": _l("game voided"),
    "unvoid": _l("game counts again"),
    "settle": _l("review settled"),
    "disqualify_from_ladder": _l("player disqualified from the ladder"),
    "suspend": _l("account suspended"),
}
ADJUSTMENTS: Words = {
    "void": _l("game voided"),
    "unvoid": _l("game counts again"),
    "review": _l("game put under review"),
    "settle_keep": _l("review settled: it counts"),
    "settle_void": _l("review settled: voided"),
    "disqualify": _l("player disqualified"),
    "undo_disqualification": _l("disqualification taken back"),
}
SIGNALS: Words = {
    "same_network": _l("Both played from the same network"),
    "same_device": _l("Both played on the same kind of device"),
    "quick_answers": _l("Attempts came one upon the other"),
    "first_attempt_solved": _l("The code was found at once"),
    "lop_sided_pair": _l("One of two wins time and again"),
}
SIGNAL_STATES: Words = {"new": _l("not dealt with"), "seen": _l("dealt with")}
ROLES: Words = {
    "guest": _l("guest"),
    "player": _l("player"),
    "operator": _l("operator"),
}

_SEASON, _MATCH, _ACCOUNT = (
    "/operators/seasons/{}",
    "/operators/matches/{}",
    "/operators/accounts/{}",
)
_LADDER, _GAME = "/operators/ladder/seasons/{}", "/operators/ladder/games/{}"
_INCIDENT = "/operators/incidents/{}"
_LETTERS, _KEYS, _HEALTH = "/operators/dead-letters", "/operators/keys", "/operators/health"

# Method and path of an act, the words for it, and the page about its target.
_ACTS = (
    ("POST", "/seasons", _l("planned a season"), ""),
    ("PATCH", "/seasons/{}", _l("changed a season's settings"), _SEASON),
    ("POST", "/seasons/{}/open-registration", _l("opened a registration"), _SEASON),
    ("POST", "/seasons/{}/close-registration", _l("closed a registration"), _SEASON),
    ("POST", "/seasons/{}/cancel", _l("cancelled a season"), _SEASON),
    ("POST", "/seasons/{}/postpone", _l("postponed a season"), _SEASON),
    ("POST", "/seasons/{}/resume", _l("let a season go on"), _SEASON),
    ("POST", "/seasons/{}/disqualifications", _l("disqualified a player"), _SEASON),
    ("POST", "/matches/{}/annul", _l("annulled a match"), _MATCH),
    ("POST", "/matches/{}/correct", _l("corrected a match"), _MATCH),
    ("POST", "/accounts/{}/aura", _l("granted Aura"), _ACCOUNT),
    ("POST", "/ladder/seasons", _l("planned a ladder season"), ""),
    ("POST", "/ladder/seasons/{}/disqualifications", _l("disqualified from the ladder"), _LADDER),
    ("DELETE", "/ladder/seasons/{}/disqualifications/{}", _l("lifted a disqualification"), _LADDER),
    ("POST", "/ladder/games/{}/void", _l("voided a game"), _GAME),
    ("POST", "/ladder/games/{}/unvoid", _l("let a game count again"), _GAME),
    ("POST", "/ladder/games/{}/review", _l("put a game under review"), _GAME),
    ("POST", "/ladder/games/{}/settle", _l("settled a review"), _GAME),
    ("POST", "/api-keys", _l("made an API key"), _KEYS),
    ("DELETE", "/api-keys/{}", _l("revoked an API key"), _KEYS),
    ("POST", "/admin/clock", _l("moved the clock"), _HEALTH),
    ("PUT", "/admin/maintenance", _l("turned maintenance on or off"), _HEALTH),
    ("POST", "/admin/accounts/{}/suspend", _l("suspended or readmitted an account"), _ACCOUNT),
    ("POST", "/admin/incidents", _l("opened an incident"), ""),
    ("PATCH", "/admin/incidents/{}", _l("changed an incident"), _INCIDENT),
    ("POST", "/admin/incidents/{}/notes", _l("wrote a note"), _INCIDENT),
    ("POST", "/admin/incidents/{}/decisions", _l("decided an incident"), _INCIDENT),
    ("PATCH", "/admin/signals/{}", _l("marked a signal"), "/operators/signals"),
    ("POST", "/admin/dead-letters/{}/replay", _l("sent a message again"), _LETTERS),
    ("DELETE", "/admin/dead-letters/{}", _l("forgot a message"), _LETTERS),
)


@dataclass(frozen=True)
class Told:
    """An act in words; `page` is empty where there is none about its target."""

    text: str
    page: str


def told(line: Mapping[str, Any]) -> Told:
    """A line of the audit log; one that nobody has words for is told as it was called."""
    path = line["path"].removeprefix(BASE)
    for method, shape, text, page in _SHAPES:
        found = shape.fullmatch(path) if method == line["method"] else None
        if found:
            return Told(str(text), page.format(*found.groups()))
    return Told(_("called %(method)s %(path)s", method=line["method"], path=path), "")


def title(incident: Mapping[str, Any]) -> str:
    """An incident's title; one that a dispute opened may have none of its own."""
    return str(incident["title"] or _("Disputed result"))


def signal(one: Mapping[str, Any]) -> str:
    """What was seen, with its figures where it has any."""
    said, details = str(SIGNALS[one["kind"]]), one["details"]
    if one["kind"] == "quick_answers":
        seconds = details["median_milliseconds"] / 1000
        return f"{said}: " + _("%(seconds)s s between two", seconds=format_decimal(seconds))
    if one["kind"] == "lop_sided_pair":
        matches = details["matches"]
        return f"{said}: " + ngettext("%(num)s match", "%(num)s matches", matches)
    return said


def _shape(pattern: str) -> re.Pattern[str]:
    return re.compile(re.escape(pattern).replace(r"\{\}", "([^/]+)"))


_SHAPES = [(method, _shape(pattern), text, page) for method, pattern, text, page in _ACTS]
