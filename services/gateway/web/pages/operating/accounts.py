"""Accounts: found by name; Aura, suspension, and what was done to one before."""

from typing import Any

from flask import render_template, request

from services.gateway.web import forms
from services.gateway.web.pages.operating import people
from services.gateway.web.pages.operating.deciding import decide
from services.gateway.web.pages.operating.desk import desk
from services.gateway.web.refused import Refused
from services.gateway.web.visitor import interface

pages = desk("accounts")

PER_PAGE = 30
LATEST = 10


@pages.get("/accounts")
def every() -> Any:
    asked = {name: request.args.get(name, "") for name in ("name", "cursor")}
    found = interface().get("/admin/accounts", limit=PER_PAGE, **asked)
    return render_template(
        "operators/accounts.html", items=found["items"], next=found["next"], name=asked["name"]
    )


@pages.get("/accounts/<account_id>")
def one(account_id: str) -> Any:
    found = people.accounts([account_id]).get(account_id)
    if found is None:
        raise Refused(404, {"code": "not_found"})
    acts = interface().get("/admin/audit", about=account_id, limit=LATEST)["items"]
    return render_template("operators/account.html", who=found, acts=acts)


@pages.post("/accounts/<account_id>/aura")
def grant(account_id: str) -> Any:
    sent = {"amount": forms.whole("amount"), **forms.filled("reason")}
    key = request.form.get("key", "")
    interface().send("POST", f"/accounts/{account_id}/aura", sent, key=key)
    return forms.done(f"/operators/accounts/{account_id}", "aura_granted")


@pages.post("/accounts/<account_id>/suspend")
def suspend(account_id: str) -> Any:
    path = f"/admin/accounts/{account_id}/suspend"
    about = {"account_id": account_id}
    return decide("suspend", path, about, to=f"/operators/accounts/{account_id}", said="suspended")


@pages.post("/accounts/<account_id>/readmit")
def readmit(account_id: str) -> Any:
    sent = {**forms.filled("reason"), "suspended": False}
    interface().send("POST", f"/admin/accounts/{account_id}/suspend", sent)
    return forms.done(f"/operators/accounts/{account_id}", "readmitted")
