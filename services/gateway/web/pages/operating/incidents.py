"""Incidents: opened, described, talked over in notes, closed by a decision."""

from typing import Any

from flask import render_template, request

from services.gateway.web import forms
from services.gateway.web.pages.operating import naming, people
from services.gateway.web.pages.operating.desk import desk
from services.gateway.web.visitor import interface

pages = desk("incidents")

PER_PAGE = 30


@pages.get("/incidents")
def every() -> Any:
    asked = {"state": request.args.get("state", ""), "cursor": request.args.get("cursor", "")}
    found = interface().get("/admin/incidents", limit=PER_PAGE, **asked)
    return render_template(
        "operators/incidents.html",
        incidents=found["items"],
        names=people.names(one["created_by"] for one in found["items"]),
        next=found["next"],
        state=asked["state"],
    )


@pages.get("/incidents/new")
def begin() -> Any:
    return render_template(
        "operators/incident_new.html",
        title=request.args.get("title", ""),
        things=naming.things(naming.named_in(request.args)),
    )


@pages.post("/incidents/new")
def open_incident() -> Any:
    if naming.is_search(request.form):
        return forms.again(request.form.get("page", ""), request.form)
    sent = {**forms.filled("title", "description"), **naming.chosen(request.form)}
    made = interface().send("POST", "/admin/incidents", sent, key=request.form.get("key", ""))
    return forms.done(f"/operators/incidents/{made['id']}", "incident_opened")


@pages.get("/incidents/<incident_id>")
def one(incident_id: str) -> Any:
    answer = interface().ask("GET", f"/admin/incidents/{incident_id}")
    incident = answer.body
    return render_template(
        "operators/incident.html",
        incident=incident,
        etag=answer.etag,
        things=naming.things({kind: incident[f"{kind}_ids"] for kind in naming.KINDS}),
        matches=_found("/matches/", incident["match_ids"]),
        games=_found("/ladder/games/", incident["game_ids"]),
        names=people.names(_people_of(incident)),
    )


@pages.post("/incidents/<incident_id>")
def change(incident_id: str) -> Any:
    if naming.is_search(request.form):
        return forms.again(request.form.get("page", ""), request.form)
    names = ("title", "description", "state", "resolution", "reason")
    sent = {**forms.filled(*names), **naming.chosen(request.form)}
    etag = request.form.get("etag", "")
    interface().send("PATCH", f"/admin/incidents/{incident_id}", sent, if_match=etag)
    return forms.done(f"/operators/incidents/{incident_id}", "saved")


@pages.post("/incidents/<incident_id>/notes")
def write_note(incident_id: str) -> Any:
    path, key = f"/admin/incidents/{incident_id}/notes", request.form.get("key", "")
    interface().send("POST", path, forms.filled("text"), key=key)
    return forms.done(f"/operators/incidents/{incident_id}", "noted")


def _found(path: str, ids: list[str]) -> list[dict[str, Any]]:
    """What an incident names, as far as there is such a thing."""
    found = (interface().find(path + one) for one in ids)
    return [one for one in found if one is not None]


def _people_of(incident: dict[str, Any]) -> list[str]:
    parts = [*incident["notes"], *incident["decisions"], *incident["disputes"]]
    written = [part["account_id"] for part in parts]
    return [*incident["account_ids"], *written, incident["created_by"], incident["updated_by"]]
