"""Signals: chosen by what they are about, looked at, and marked as dealt with."""

from typing import Any

from flask import render_template, request

from services.gateway.web import forms
from services.gateway.web.languages import gettext as _
from services.gateway.web.pages.operating import people
from services.gateway.web.pages.operating.desk import desk
from services.gateway.web.refused import Refused
from services.gateway.web.visitor import interface

pages = desk("signals")

PER_PAGE = 30
MOST_SEASONS = 50
# What still waits for somebody shows first.
ALL, FIRST = "all", "new"
Listed = list[dict[str, Any]]


@pages.get("/signals")
def every() -> Any:
    asked = {name: request.args.get(name, "") for name in ("kind", "season_id", "cursor")}
    state, name = request.args.get("state", FIRST), request.args.get("name", "").strip()
    namesakes = people.named(name)
    account_id = request.args.get("account_id") or _the_one(namesakes)
    found: dict[str, Any] = {"items": [], "next": None}
    if account_id or not name:
        asked |= {"account_id": account_id, "state": "" if state == ALL else state}
        found = interface().get("/admin/signals", limit=PER_PAGE, **asked)
    return render_template(
        "operators/signals.html",
        items=found["items"],
        next=found["next"],
        names=people.names(_everybody(found["items"], account_id)),
        asked={**asked, "state": state, "name": name, "account_id": account_id},
        namesakes=[] if account_id else namesakes,
        seasons=interface().get("/seasons", limit=MOST_SEASONS)["items"],
        ladder_seasons=interface().get("/ladder/seasons", limit=MOST_SEASONS)["items"],
    )


@pages.post("/signals")
def mark() -> Any:
    """Each signal chosen is an act of its own."""
    chosen, state = request.form.getlist("signal"), request.form.get("act", "")
    if not chosen:
        raise Refused(422, {"code": "invalid", "title": _("Choose at least one signal.")})
    for signal_id in chosen:
        sent = {"state": state, **forms.filled("reason")}
        interface().send("PATCH", f"/admin/signals/{signal_id}", sent)
    page = request.form.get("page", "")
    return forms.done(page if forms.is_page(page) else "/operators/signals", "signals_marked")


def _the_one(namesakes: Listed) -> str:
    """Whoever is meant by a name, if that is plain."""
    return str(namesakes[0]["id"]) if len(namesakes) == 1 else ""


def _everybody(signals: Listed, account_id: str) -> set[str]:
    about = {who for one in signals for who in one["account_ids"]}
    return {who for who in (*about, *(one["seen_by"] for one in signals), account_id) if who}
