"""A season: overview, rounds and pairings, participants, calendar, its rules in words."""

from typing import Any

from flask import Blueprint, render_template, request

from services.gateway.web import forms
from services.gateway.web.pages.home import current_round
from services.gateway.web.refused import Refused
from services.gateway.web.visitor import account, interface, require_login

pages = Blueprint("seasons", __name__, url_prefix="/seasons")

PER_PAGE = 25
BY_LOT_PAGE = 50


@pages.get("")
def every_season() -> Any:
    cursor = request.args.get("cursor", "")
    found = interface().get("/seasons", limit=PER_PAGE, cursor=cursor)
    return render_template("seasons.html", seasons=found["items"], next=found["next"])


@pages.get("/<season_id>")
def season(season_id: str) -> Any:
    found = one_season(season_id)
    return render_template(
        "season.html",
        season=found,
        rounds=rounds_of(season_id),
        round=current_round(found),
        taking_part=own_entry(season_id),
        own=_own_duels(season_id),
    )


@pages.post("/<season_id>/register")
def register(season_id: str) -> Any:
    require_login()
    interface().send("POST", f"/seasons/{season_id}/registration")
    return forms.done(f"/seasons/{season_id}", "registered")


@pages.get("/<season_id>/leave")
def ask_to_leave(season_id: str) -> Any:
    found = one_season(season_id)
    return render_template("leave.html", season=found, taking_part=own_entry(season_id))


@pages.post("/<season_id>/leave")
def leave(season_id: str) -> Any:
    require_login()
    interface().send("DELETE", f"/seasons/{season_id}/registration")
    return forms.done(f"/seasons/{season_id}", "left")


@pages.get("/<season_id>/participants")
def participants(season_id: str) -> Any:
    asked = {"limit": BY_LOT_PAGE, "cursor": request.args.get("cursor", "")}
    found = interface().get(f"/seasons/{season_id}/participants", **asked)
    return render_template(
        "participants.html",
        season=one_season(season_id),
        participants=found["items"],
        next=found["next"],
    )


@pages.get("/<season_id>/rounds")
def rounds(season_id: str) -> Any:
    return render_template("rounds.html", season=one_season(season_id), rounds=rounds_of(season_id))


@pages.get("/<season_id>/rounds/<int:number>")
def one_round(season_id: str, number: int) -> Any:
    """One round with its pairings; a bye is told by name where its holder is known."""
    found = next((one for one in rounds_of(season_id) if one["number"] == number), None)
    if found is None:
        raise Refused(404, {"code": "not_found"})
    asked = {"limit": PER_PAGE, "cursor": request.args.get("cursor", "")}
    path = f"/seasons/{season_id}/rounds/{number}/matches"
    matches = interface().find(path, **asked) or {"items": [], "next": None}
    names = {p["account_id"]: p["display_name"] for p in players_of(season_id)}
    return render_template(
        "round.html",
        season=one_season(season_id),
        round=found,
        matches=matches["items"],
        next=matches["next"],
        bye=names.get(found["bye"]) if found["bye"] else None,
    )


@pages.get("/<season_id>/calendar")
def calendar(season_id: str) -> Any:
    return render_template(
        "calendar.html", season=one_season(season_id), rounds=rounds_of(season_id)
    )


@pages.get("/<season_id>/rules")
def rules(season_id: str) -> Any:
    return render_template("rules.html", season=one_season(season_id))


def one_season(season_id: str) -> dict[str, Any]:
    found: dict[str, Any] = interface().get(f"/seasons/{season_id}")
    return found


def rounds_of(season_id: str) -> list[dict[str, Any]]:
    return interface().every(f"/seasons/{season_id}/rounds")


def players_of(season_id: str) -> list[dict[str, Any]]:
    return interface().every(f"/seasons/{season_id}/participants", most=20_000)


def own_entry(season_id: str) -> dict[str, Any] | None:
    """The reader's own line in the list of participants."""
    reader = account()
    if reader is None:
        return None
    own = (p for p in players_of(season_id) if p["account_id"] == reader["id"])
    return next(own, None)


def _own_duels(season_id: str) -> list[dict[str, Any]]:
    if not account():
        return []
    found = interface().get("/me/matches", state="open", limit=50)["items"]
    return [match for match in found if match["season_id"] == season_id]
