"""Acts on one account: Aura, suspension."""

from typing import Any

from flask import render_template, request

from services.gateway.web import forms
from services.gateway.web.pages.operating.desk import desk
from services.gateway.web.visitor import interface

pages = desk("accounts")


@pages.get("/accounts/<account_id>")
def one(account_id: str) -> Any:
    return render_template(
        "operators/account.html", account_id=account_id, name=request.args.get("name", "")
    )


@pages.post("/accounts/<account_id>/aura")
def grant(account_id: str) -> Any:
    sent = {"amount": forms.whole("amount"), **forms.filled("reason")}
    key = request.form.get("key", "")
    interface().send("POST", f"/accounts/{account_id}/aura", sent, key=key)
    return forms.done(f"/operators/accounts/{account_id}", "aura_granted")


@pages.post("/accounts/<account_id>/suspend")
def suspend(account_id: str) -> Any:
    suspended = request.form.get("suspended") != "no"
    sent = {**forms.filled("reason"), "suspended": suspended}
    interface().send("POST", f"/admin/accounts/{account_id}/suspend", sent)
    said = "suspended" if suspended else "readmitted"
    return forms.done(f"/operators/accounts/{account_id}", said)
