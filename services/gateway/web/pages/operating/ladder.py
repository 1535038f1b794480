"""The ladder's seasons and games: plan, void, review, settle, disqualify."""

from typing import Any

from flask import render_template, request

from services.gateway.web import forms, times
from services.gateway.web.pages.operating.desk import desk
from services.gateway.web.refused import Refused
from services.gateway.web.visitor import interface

pages = desk("ladder")

ACTS = {"void": "voided", "unvoid": "unvoided", "review": "under_review", "settle": "settled"}


@pages.get("/ladder")
def every() -> Any:
    return render_template(
        "operators/ladder.html", seasons=interface().get("/ladder/seasons", limit=30)["items"]
    )


@pages.post("/ladder")
def create() -> Any:
    sent: dict[str, Any] = forms.filled("name")
    for name in ("starts_at", "ends_at"):
        sent[name] = times.from_input(request.form.get(name, ""), "UTC")
    given = {n: forms.whole(n) for n in ("preparation_seconds", "solve_seconds") if forms.whole(n)}
    if given:
        sent["settings"] = given
    interface().send("POST", "/ladder/seasons", sent, key=request.form.get("key", ""))
    return forms.done("/operators/ladder", "season_created")


@pages.get("/ladder/games/<game_id>")
def game(game_id: str) -> Any:
    act = request.args.get("act", "")
    act = act if act in ACTS else ""
    preview = _preview(game_id, act) if act in ("void", "unvoid") else None
    players = preview["players"] if preview else []
    return render_template(
        "operators/game.html",
        game_id=game_id,
        act=act,
        preview=preview,
        names={one["account_id"]: _name(one["account_id"]) for one in players},
    )


@pages.post("/ladder/games/<game_id>")
def decide(game_id: str) -> Any:
    act = request.form.get("act", "")
    if act not in ACTS:
        raise Refused(404, {"code": "not_found"})
    sent = forms.filled("reason", "decision") if act == "settle" else forms.filled("reason")
    interface().send("POST", f"/ladder/games/{game_id}/{act}", sent)
    return forms.done(f"/operators/ladder/games/{game_id}", ACTS[act])


@pages.post("/ladder/seasons/<season_id>/disqualify")
def disqualify(season_id: str) -> Any:
    sent = forms.filled("account_id", "reason")
    interface().send("POST", f"/ladder/seasons/{season_id}/disqualifications", sent)
    return forms.done("/operators/ladder", "disqualified")


def _name(account_id: str) -> str:
    """A player's name as the ranking tells it; the id of one who is not in it."""
    season = interface().find("/ladder/seasons/current")
    place = season and interface().find(
        f"/ladder/seasons/{season['id']}/ranking/{account_id}", around=0
    )
    return str(place["display_name"]) if place else account_id


def _preview(game_id: str, act: str) -> dict[str, Any] | None:
    """What the act would change, as the interface reckons it; needs no reason yet."""
    path = f"/ladder/games/{game_id}/{act}"
    try:
        answer = interface().ask(
            "POST", path, query={"preview": "true"}, body={"reason": "preview"}
        )
    except Refused as refusal:
        if refusal.status in (404, 409):
            return None
        raise
    found: dict[str, Any] = answer.body
    return found
