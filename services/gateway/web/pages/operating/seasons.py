"""Planning seasons and running them."""

from typing import Any

from flask import render_template, request

from services.gateway.web import forms, languages
from services.gateway.web.pages.operating.deciding import decide
from services.gateway.web.pages.operating.desk import desk
from services.gateway.web.pages.operating.season_form import season_body
from services.gateway.web.pages.seasons import one_season, players_of, rounds_of
from services.gateway.web.pages.tables import standings
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
MOST_OFFERED = 300


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
    """Whom, and then what it will do, in numbers."""
    players = [one for one in players_of(season_id) if one["status"] != "disqualified"]
    account_id = request.args.get("account_id", "")
    chosen = next((one for one in players if one["account_id"] == account_id), None)
    return render_template(
        "operators/disqualify.html",
        season=one_season(season_id),
        players=players[:MOST_OFFERED],
        chosen=chosen,
        **(_consequences(season_id, account_id) if chosen else {}),
    )


@pages.post("/seasons/<season_id>/disqualify")
def disqualify(season_id: str) -> Any:
    return decide(
        "disqualify",
        f"/seasons/{season_id}/disqualifications",
        {"season_id": season_id, "account_id": request.form.get("account_id", "")},
        names=("account_id",),
        to=f"/operators/seasons/{season_id}",
        said="disqualified",
    )


def _consequences(season_id: str, account_id: str) -> dict[str, Any]:
    """The player's row and how many stand below, their open matches, the rounds left to pair."""
    rows = (standings(season_id, None, None) or {"items": []})["items"]
    place = next((n for n, one in enumerate(rows) if one["account_id"] == account_id), None)
    rounds = rounds_of(season_id)
    open_rounds = [one["number"] for one in rounds if one["state"] in ("preparing", "solving")]
    return {
        "row": None if place is None else rows[place],
        "below": 0
        if place is None
        else sum(one["position"] is not None for one in rows[place + 1 :]),
        "open": [match for n in open_rounds for match in _matches_of(season_id, n, account_id)],
        "ahead": sum(one["state"] == "scheduled" for one in rounds),
    }


def _matches_of(season_id: str, number: int, account_id: str) -> list[dict[str, Any]]:
    path = f"/seasons/{season_id}/rounds/{number}/matches"
    listed = interface().every(path, most=20_000)
    return [
        one
        for one in listed
        if account_id in (one["first"]["account_id"], one["second"]["account_id"])
    ]
