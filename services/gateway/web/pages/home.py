"""The first page: what is on now, and what its reader has to do next."""

from typing import Any

from flask import Blueprint, render_template

from services.gateway.web.refused import Refused
from services.gateway.web.visitor import account, interface

pages = Blueprint("home", __name__)

MOST_RUNNING = 4


@pages.get("/")
def home() -> Any:
    api = interface()
    running = api.get("/seasons", state="running", limit=MOST_RUNNING)["items"]
    return render_template(
        "home.html",
        duties=open_duels(),
        zones={season["id"]: season["time_zone"] for season in running},
        registering=api.get("/seasons", state="registration", limit=MOST_RUNNING)["items"],
        running=[(season, current_round(season)) for season in running],
        planned=api.get("/seasons", state="draft", limit=MOST_RUNNING)["items"],
        ladder=_ladder(),
    )


def open_duels() -> list[dict[str, Any]]:
    """The reader's open matches, those with the nearest deadline first."""
    if not account():
        return []
    found: list[dict[str, Any]] = interface().get("/me/matches", state="open", limit=20)["items"]
    return found


def current_round(season: dict[str, Any]) -> dict[str, Any] | None:
    number = season["current_round"] or 1
    rounds = interface().every(f"/seasons/{season['id']}/rounds")
    return next((one for one in rounds if one["number"] == number), None)


def _ladder() -> dict[str, Any] | None:
    """The ladder's season with its first places; the first page does without where it is away."""
    try:
        season: dict[str, Any] | None = interface().find("/ladder/seasons/current")
        if season:
            path = f"/ladder/seasons/{season['id']}/ranking"
            season["top"] = (interface().find(path, limit=5) or {"items": []})["items"]
    except Refused:
        return None
    return season
