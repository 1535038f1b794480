"""Who is behind an id, for pages that operators alone see."""

from collections.abc import Iterable
from typing import Any

from services.gateway.web.interface import HIGHEST_LIMIT
from services.gateway.web.languages import gettext as _
from services.gateway.web.visitor import interface

MOST_FOUND = 8


def accounts(ids: Iterable[str]) -> dict[str, dict[str, Any]]:
    """What is known of some accounts, by their ids; at most a page of them."""
    wanted = sorted(set(ids))[:HIGHEST_LIMIT]
    if not wanted:
        return {}
    found = interface().get("/admin/accounts", id=wanted, limit=HIGHEST_LIMIT)["items"]
    return {one["id"]: one for one in found}


def named(name: str) -> list[dict[str, Any]]:
    """Accounts whose names begin so; the one alone whose whole name it is."""
    if not name:
        return []
    found: list[dict[str, Any]] = interface().get("/admin/accounts", name=name, limit=MOST_FOUND)[
        "items"
    ]
    exact = [one for one in found if (one["display_name"] or "").casefold() == name.casefold()]
    return exact or found


def names(ids: Iterable[str]) -> dict[str, str]:
    """A name for each id: of who is gone it says so, of who never was it is the id."""
    wanted = set(ids)
    gone = _("deleted player")
    known = {key: one["display_name"] or gone for key, one in accounts(wanted).items()}
    return {one: known.get(one, one) for one in wanted}
