"""A player: the ladder's place, and the seasons of the league that they take part in."""

from typing import Any

from flask import Blueprint, render_template

from services.gateway.web.refused import Refused
from services.gateway.web.visitor import interface

pages = Blueprint("players", __name__)

MOST_SEASONS = 8


@pages.get("/players/<account_id>")
def player(account_id: str) -> Any:
    seasons = _seasons(account_id)
    ladder = _ladder(account_id)
    if not seasons and not ladder:
        raise Refused(404, {"code": "not_found"})
    name = seasons[0][1]["display_name"] if seasons else ladder["place"]["display_name"]  # type: ignore[index]
    return render_template(
        "player.html", account_id=account_id, name=name, seasons=seasons, ladder=ladder
    )


def _seasons(account_id: str) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """The newest seasons with a table in which the player has a row."""
    found = []
    for season in interface().get("/seasons", limit=MOST_SEASONS)["items"]:
        if season["state"] not in ("running", "finished"):
            continue
        table = interface().find(f"/seasons/{season['id']}/standings") or {"items": []}
        row = next((one for one in table["items"] if one["account_id"] == account_id), None)
        if row:
            found.append((season, row))
    return found


def _ladder(account_id: str) -> dict[str, Any] | None:
    try:
        season = interface().find("/ladder/seasons/current")
        if season is None:
            return None
        path = f"/ladder/seasons/{season['id']}/ranking/{account_id}"
        place = interface().find(path, around=0)
    except Refused:
        return None
    return {"season": season, "place": place} if place else None
