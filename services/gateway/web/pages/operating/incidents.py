"""Incidents: opened, described, closed with what was decided."""

from typing import Any

from flask import render_template, request

from services.gateway.web import forms
from services.gateway.web.pages.operating.desk import desk
from services.gateway.web.visitor import interface

pages = desk("incidents")

PER_PAGE = 30
LINKS = ("account_ids", "match_ids", "game_ids")


@pages.get("/incidents")
def every() -> Any:
    asked = {"state": request.args.get("state", ""), "cursor": request.args.get("cursor", "")}
    found = interface().get("/admin/incidents", limit=PER_PAGE, **asked)
    return render_template(
        "operators/incidents.html",
        incidents=found["items"],
        next=found["next"],
        state=asked["state"],
    )


@pages.get("/incidents/new")
def begin() -> Any:
    given = {name: request.args.get(name, "") for name in (*LINKS, "title")}
    return render_template("operators/incident_new.html", given=given)


@pages.post("/incidents/new")
def open_incident() -> Any:
    sent = {**forms.filled("title", "description"), **_links()}
    made = interface().send("POST", "/admin/incidents", sent, key=request.form.get("key", ""))
    return forms.done(f"/operators/incidents/{made['id']}", "incident_opened")


@pages.get("/incidents/<incident_id>")
def one(incident_id: str) -> Any:
    answer = interface().ask("GET", f"/admin/incidents/{incident_id}")
    return render_template("operators/incident.html", incident=answer.body, etag=answer.etag)


@pages.post("/incidents/<incident_id>")
def change(incident_id: str) -> Any:
    names = ("title", "description", "state", "resolution", "reason")
    sent = {**forms.filled(*names), **_links()}
    etag = request.form.get("etag", "")
    interface().send("PATCH", f"/admin/incidents/{incident_id}", sent, if_match=etag)
    return forms.done(f"/operators/incidents/{incident_id}", "saved")


def _links() -> dict[str, list[str]]:
    return {name: request.form.get(name, "").split() for name in LINKS}
