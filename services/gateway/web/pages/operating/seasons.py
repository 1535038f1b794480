"""Planning seasons and running them."""

from typing import Any

from flask import render_template, request

from services.gateway.web import forms, languages
from services.gateway.web.pages.operating.desk import desk
from services.gateway.web.pages.operating.season_form import season_body
from services.gateway.web.pages.seasons import one_season, players_of, rounds_of
from services.gateway.web.visitor import interface

pages = desk("seasons")

# Acts on a season, and whether each must give its reason.
ACTS = {
    "open-registration": False,
    "close-registration": False,
    "cancel": True,
    "postpone": True,
    "resume": False,
}


@pages.get("/seasons/new")
def plan() -> Any:
    zones = sorted(languages.zone_names())
    return render_template("operators/season_new.html", zones=zones, season=None)


@pages.post("/seasons/new")
def create() -> Any:
    sent = season_body(request.form)
    made = interface().send("POST", "/seasons", sent, key=request.form.get("key", ""))
    return forms.done(f"/operators/seasons/{made['id']}", "season_created")


@pages.get("/seasons/<season_id>")
def run(season_id: str) -> Any:
    return render_template(
        "operators/season.html", season=one_season(season_id), rounds=rounds_of(season_id)
    )


@pages.get("/seasons/<season_id>/edit")
def edit(season_id: str) -> Any:
    answer = interface().ask("GET", f"/seasons/{season_id}")
    zones = sorted(languages.zone_names())
    return render_template(
        "operators/season_edit.html", season=answer.body, etag=answer.etag, zones=zones
    )


@pages.post("/seasons/<season_id>/edit")
def change(season_id: str) -> Any:
    sent, etag = season_body(request.form), request.form.get("etag", "")
    interface().send("PATCH", f"/seasons/{season_id}", sent, if_match=etag)
    return forms.done(f"/operators/seasons/{season_id}", "season_changed")


@pages.get("/seasons/<season_id>/acts/<act>")
def ask_to_act(season_id: str, act: str) -> Any:
    """What an act will do, in numbers, before it is done."""
    if act not in ACTS:
        return render_template("operators/no_act.html"), 404
    answer = interface().ask("GET", f"/seasons/{season_id}")
    rounds = rounds_of(season_id)
    return render_template(
        "operators/season_act.html",
        season=answer.body,
        etag=answer.etag,
        act=act,
        needs_reason=ACTS[act],
        rounds=rounds,
        ahead=[one for one in rounds if one["state"] != "closed"],
        open=next((one for one in rounds if one["state"] in ("preparing", "solving")), None),
    )


@pages.post("/seasons/<season_id>/acts/<act>")
def do(season_id: str, act: str) -> Any:
    sent: dict[str, Any] = forms.filled("reason")
    amounts = {name: forms.whole(name) for name in ("days", "seconds")}
    sent |= {name: value for name, value in amounts.items() if value is not None}
    etag = request.form.get("etag", "")
    interface().send("POST", f"/seasons/{season_id}/{act}", sent, if_match=etag)
    return forms.done(f"/operators/seasons/{season_id}", "season_changed")


@pages.get("/seasons/<season_id>/disqualify")
def ask_to_disqualify(season_id: str) -> Any:
    return render_template(
        "operators/disqualify.html",
        season=one_season(season_id),
        players=[one for one in players_of(season_id) if one["status"] != "disqualified"],
        chosen=request.args.get("account_id", ""),
    )


@pages.post("/seasons/<season_id>/disqualify")
def disqualify(season_id: str) -> Any:
    sent = forms.filled("account_id", "reason")
    interface().send("POST", f"/seasons/{season_id}/disqualifications", sent)
    return forms.done(f"/operators/seasons/{season_id}", "disqualified")
