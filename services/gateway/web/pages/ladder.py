"""The ladder: ranking with the reader's place, a player's games, every change explained."""

from typing import Any

from flask import Blueprint, render_template, request

from services.gateway.web import charts
from services.gateway.web.refused import Refused
from services.gateway.web.visitor import account, interface

pages = Blueprint("ladder", __name__, url_prefix="/ladder")

PER_PAGE = 25
AROUND = 3
GAMES_PER_PAGE = 20
MOST_DRAWN = 200


@pages.get("")
def present() -> Any:
    found = interface().find("/ladder/seasons/current")
    if found is None:
        listed = interface().get("/ladder/seasons", limit=20)["items"]
        return render_template("ladder_waits.html", seasons=listed)
    return _ranking(found)


@pages.get("/seasons/<season_id>")
def season(season_id: str) -> Any:
    return _ranking(interface().get(f"/ladder/seasons/{season_id}"))


@pages.get("/seasons/<season_id>/players/<account_id>")
def history(season_id: str, account_id: str) -> Any:
    """A player's games, the newest first, and the line of their points."""
    found = interface().get(f"/ladder/seasons/{season_id}")
    games = interface().every(f"/ladder/seasons/{season_id}/players/{account_id}/games", most=2000)
    counted = [g for g in games if g["rated"] and g["outcome"] and not g["voided"]]
    drawn = counted[-MOST_DRAWN:]
    start = drawn[0]["points_before"] if drawn else found["settings"]["start_points"]
    number = max(1, request.args.get("page", 1, int))
    newest = games[::-1]
    return render_template(
        "ladder_player.html",
        season=found,
        account_id=account_id,
        standing=_place(season_id, account_id, 0),
        games=newest[(number - 1) * GAMES_PER_PAGE : number * GAMES_PER_PAGE],
        page=number,
        pages=max(1, -(-len(games) // GAMES_PER_PAGE)),
        chart=charts.points(drawn, start) if drawn else None,
        voids=_voids(season_id) if any(game["voided"] for game in games) else {},
    )


def _ranking(season: dict[str, Any]) -> Any:
    asked = {"limit": PER_PAGE, "cursor": request.args.get("cursor", "")}
    asked["revision"] = request.args.get("revision", "")
    found = interface().get(f"/ladder/seasons/{season['id']}/ranking", **asked)
    reader = account()
    return render_template(
        "ladder.html",
        season=season,
        ranking=found,
        own=_place(season["id"], reader["id"], AROUND) if reader else None,
    )


def _voids(season_id: str) -> dict[str, dict[str, Any]]:
    """By game the act that voided it, which tells why and when; the last one counts."""
    acts = interface().every(f"/ladder/seasons/{season_id}/adjustments")
    return {act["game_id"]: act for act in acts if act["kind"] in ("void", "settle_void")}


def _place(season_id: str, account_id: str, around: int) -> dict[str, Any] | None:
    """Where somebody stands, with neighbours; None without a rated game."""
    path = f"/ladder/seasons/{season_id}/ranking/{account_id}"
    try:
        found: dict[str, Any] | None = interface().find(path, around=around)
    except Refused as refusal:
        if refusal.status == 422:
            return None
        raise
    return found
