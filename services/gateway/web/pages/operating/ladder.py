"""The ladder's seasons and games: plan, look after, void, review, settle, disqualify."""

from typing import Any

from flask import render_template, request

from services.gateway.web import forms, times
from services.gateway.web.interface import HIGHEST_LIMIT
from services.gateway.web.pages.operating.deciding import decide
from services.gateway.web.pages.operating.desk import desk
from services.gateway.web.refused import Refused
from services.gateway.web.visitor import interface

pages = desk("ladder")

ACTS = {"void": "voided", "unvoid": "unvoided", "review": "under_review", "settle": "settled"}
PER_PAGE = 30


@pages.get("/ladder")
def every() -> Any:
    return render_template(
        "operators/ladder.html",
        seasons=interface().get("/ladder/seasons", limit=PER_PAGE)["items"],
        unended=interface().get("/ladder/games/unended", limit=PER_PAGE)["items"],
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


@pages.get("/ladder/seasons/<season_id>")
def season(season_id: str) -> Any:
    """How a season stands: what keeps it open, who is out, what was decided and confirmed."""
    api, path = interface(), f"/ladder/seasons/{season_id}"
    asked = {"limit": PER_PAGE, "cursor": request.args.get("cursor", "")}
    adjustments = api.get(f"{path}/adjustments", **asked)
    return render_template(
        "operators/ladder_season.html",
        season=api.get(path),
        ranking=api.get(f"{path}/ranking", limit=HIGHEST_LIMIT),
        adjustments=adjustments["items"],
        next=adjustments["next"],
        revisions=api.get(f"{path}/revisions")["items"],
    )


@pages.get("/ladder/seasons/<season_id>/disqualify")
def ask_to_disqualify(season_id: str) -> Any:
    path, account_id = f"/ladder/seasons/{season_id}", request.args.get("account_id", "")
    return render_template(
        "operators/ladder_disqualify.html",
        season=interface().get(path),
        standing=interface().get(f"{path}/ranking/{account_id}", around=1),
    )


@pages.post("/ladder/seasons/<season_id>/disqualify")
def disqualify(season_id: str) -> Any:
    about = {"season_id": season_id, "account_id": request.form.get("account_id", "")}
    return decide(
        "disqualify_from_ladder",
        f"/ladder/seasons/{season_id}/disqualifications",
        about,
        names=("account_id",),
        to=f"/operators/ladder/seasons/{season_id}",
        said="disqualified",
    )


@pages.post("/ladder/seasons/<season_id>/readmit")
def readmit(season_id: str) -> Any:
    """Take a disqualification back."""
    account_id = request.form.get("account_id", "")
    path = f"/ladder/seasons/{season_id}/disqualifications/{account_id}"
    interface().ask("DELETE", path, query=forms.filled("reason"))
    return forms.done(f"/operators/ladder/seasons/{season_id}", "ranked_again")


@pages.get("/ladder/games/<game_id>")
def game(game_id: str) -> Any:
    found, act = interface().get(f"/ladder/games/{game_id}"), request.args.get("act", "")
    open_acts = _acts_open(found)
    act = act if act in open_acts else ""
    return render_template(
        "operators/game.html",
        game=found,
        acts=open_acts,
        act=act,
        preview=_preview(game_id, act) if act in ("void", "unvoid") else None,
    )


@pages.post("/ladder/games/<game_id>")
def decide_on(game_id: str) -> Any:
    act = request.form.get("act", "")
    if act not in ACTS:
        raise Refused(404, {"code": "not_found"})
    chosen = forms.filled("decision") if act == "settle" else {}
    return decide(
        act,
        f"/ladder/games/{game_id}/{act}",
        {"game_id": game_id, **chosen},
        names=tuple(chosen),
        to=f"/operators/ladder/games/{game_id}",
        said=ACTS[act],
    )


def _acts_open(game: dict[str, Any]) -> list[str]:
    """What can be done with a game as it stands."""
    if game["voided"]:
        return ["unvoid"]
    return ["void", "settle"] if game["under_review"] else ["void", "review"]


def _preview(game_id: str, act: str) -> list[dict[str, Any]]:
    """Each player's account of the season before and after the act, as the interface reckons it."""
    path, body = f"/ladder/games/{game_id}/{act}", {"reason": "preview"}
    answer = interface().ask("POST", path, query={"preview": "true"}, body=body)
    players: list[dict[str, Any]] = answer.body["players"]
    return players
