"""The one table of addresses: which service answers, and what counts as an operator's act.

The first pattern that fits a path decides. `{}` stands for one part of a path, `{...}` for
whatever follows.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from shared.events.catalogue import ALL_SERVICES

BASE = "/api/v1"

ROUTES: Sequence[tuple[str, str]] = (
    ("/seasons/{}/rounds/{}/matches", "match"),
    ("/seasons/{}/matches", "match"),
    ("/seasons/{}/export.json", "gateway"),
    ("/seasons/{}/standings", "standings"),
    ("/seasons/{}/standings/{...}", "standings"),
    ("/seasons/{}/crosstable", "standings"),
    ("/seasons/{}/export.csv", "standings"),
    ("/seasons/{}/export.trf", "standings"),
    ("/seasons", "scheduler"),
    ("/seasons/{...}", "scheduler"),
    ("/matches/{}/disputes", "gateway"),
    ("/matches/{...}", "match"),
    ("/tables", "match"),
    ("/tables/{...}", "match"),
    ("/me/registrations", "scheduler"),
    ("/me/matches", "match"),
    ("/me/aura", "match"),
    ("/accounts/{}/aura", "match"),
    ("/ladder/{...}", "ladder"),
    ("/accounts", "gateway"),
    ("/accounts/{...}", "gateway"),
    ("/sessions", "gateway"),
    ("/sessions/{...}", "gateway"),
    ("/guests", "gateway"),
    ("/me", "gateway"),
    ("/me/export", "gateway"),
    ("/me/sessions", "gateway"),
    ("/me/sessions/{}", "gateway"),
    ("/me/mail", "gateway"),
    ("/api-keys", "gateway"),
    ("/api-keys/{}", "gateway"),
    ("/mail/off", "gateway"),
    ("/events", "gateway"),
    # A dead letter's id says whose it is.
    *((f"/admin/dead-letters/{service}.{{...}}", service) for service in ALL_SERVICES),
    ("/admin/{...}", "gateway"),
    ("/openapi.json", "gateway"),
    ("/clock", "gateway"),
)

# Outside the interface stand its own documents, health, and the pages of the web client.
_OWN = ("/api", "/healthz", "/readyz", "/metrics")

# An operator is a player as well: their moves, which nobody may see, are no operator's acts.
ACTS: Sequence[tuple[str, str]] = (
    ("POST", "/seasons"),
    ("PATCH", "/seasons/{}"),
    ("POST", "/seasons/{}/open-registration"),
    ("POST", "/seasons/{}/close-registration"),
    ("POST", "/seasons/{}/cancel"),
    ("POST", "/seasons/{}/postpone"),
    ("POST", "/seasons/{}/resume"),
    ("POST", "/seasons/{}/disqualifications"),
    ("POST", "/matches/{}/annul"),
    ("POST", "/matches/{}/correct"),
    ("POST", "/accounts/{}/aura"),
    ("POST", "/ladder/seasons"),
    ("POST", "/ladder/seasons/{}/disqualifications"),
    ("DELETE", "/ladder/seasons/{}/disqualifications/{}"),
    ("POST", "/ladder/games/{}/void"),
    ("POST", "/ladder/games/{}/unvoid"),
    ("POST", "/ladder/games/{}/review"),
    ("POST", "/ladder/games/{}/settle"),
    ("POST", "/api-keys"),
    ("DELETE", "/api-keys/{}"),
    ("POST", "/admin/{...}"),
    ("PUT", "/admin/{...}"),
    ("PATCH", "/admin/{...}"),
    ("DELETE", "/admin/{...}"),
)

# What these would change is asked for in the same words, and changes nothing.
PREVIEWED: Sequence[str] = (
    "/ladder/games/{}/void",
    "/ladder/games/{}/unvoid",
    "/ladder/games/{}/review",
    "/ladder/games/{}/settle",
)

# What anybody may read, and who has no login reads alike.
PUBLIC_READS: Sequence[str] = (
    "/seasons",
    "/seasons/{...}",
    "/matches/{}",
    "/matches/{}/revisions",
    "/ladder/seasons",
    "/ladder/seasons/{...}",
)


@dataclass(frozen=True)
class Route:
    service: str
    pattern: str


@lru_cache(maxsize=1_000)
def route_of(path: str) -> Route | None:
    """Who answers `path`; None if nobody does. What is outside of all is for the web client."""
    if path != BASE and not path.startswith(BASE + "/"):
        own = path in _OWN or path.startswith("/api/")
        return Route("gateway" if own else "web", path)
    inside = path.removeprefix(BASE)
    found = _ANY_ROUTE.fullmatch(inside)
    if not found or not found.lastgroup:
        return None
    return _ROUTE_BY_GROUP[found.lastgroup]


def is_operators_act(method: str, path: str) -> bool:
    return _ANY_ACT.fullmatch(f"{method} {path.removeprefix(BASE)}") is not None


def is_preview(path: str, query: str) -> bool:
    """Only in this one spelling, which no service reads otherwise: what is in doubt is an act."""
    return query == "preview=true" and _PREVIEWED.fullmatch(path.removeprefix(BASE)) is not None


@lru_cache(maxsize=1_000)
def is_public_read(path: str) -> bool:
    """Whether an answer to nobody in particular is kept; a whole season's file is too large."""
    fits = _PUBLIC.fullmatch(path.removeprefix(BASE)) is not None
    return fits and not path.endswith("/export.json")


def read_tag(path: str) -> str:
    """What a public read belongs to: `seasons` (the list), `seasons/ID`, `matches/ID`, `ladder`."""
    parts = path.removeprefix(BASE).split("/")
    return parts[1] if parts[1] == "ladder" or len(parts) < 3 else f"{parts[1]}/{parts[2]}"


def tags_changed_by(method: str, path: str) -> tuple[str, ...] | None:
    """The public reads that a write through here changes; None: perhaps all of them.

    Moves of players change none: nobody may see them, not even by what is forgotten here.
    """
    inside = path.removeprefix(BASE)
    if is_operators_act(method, path) or inside == "/me":
        return None
    if inside.startswith("/ladder/games"):
        return ("ladder",)
    tag = read_tag(path) if inside.count("/") else ""
    return ("seasons", tag) if tag.startswith("seasons/") else ()


def _shape(pattern: str) -> str:
    return re.escape(pattern).replace(r"\{\.\.\.\}", ".+").replace(r"\{\}", "[^/]+")


_ROUTE_BY_GROUP = {
    f"n{number}": Route(service, pattern) for number, (pattern, service) in enumerate(ROUTES)
}
_ANY_ROUTE = re.compile(
    "|".join(f"(?P<n{number}>{_shape(pattern)})" for number, (pattern, _) in enumerate(ROUTES))
)
_PUBLIC = re.compile("|".join(map(_shape, PUBLIC_READS)))
_ANY_ACT = re.compile("|".join(f"{method} {_shape(pattern)}" for method, pattern in ACTS))
_PREVIEWED = re.compile("|".join(map(_shape, PREVIEWED)))
