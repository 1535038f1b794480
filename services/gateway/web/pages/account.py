"""One's own account: data, logins, Aura, language and zone, export, deletion."""

import json
from typing import Any

from flask import Blueprint, Response, render_template, request

from services.gateway.web import forms, languages
from services.gateway.web.visitor import interface, log_out, renamed, require_login

pages = Blueprint("account", __name__, url_prefix="/account")


@pages.get("")
def show() -> Any:
    require_login()
    api = interface()
    return render_template(
        "account.html",
        me=api.get("/me"),
        aura=api.find("/me/aura", limit=20) if "guest" not in require_login()["roles"] else None,
        logins=(api.find("/me/sessions", limit=200) or {"items": []})["items"],
        zones=sorted(languages.zone_names()),
    )


@pages.post("")
def change() -> Any:
    require_login()
    given = forms.filled("display_name", "email", "password", "current_password")
    changed = interface().send("PATCH", "/me", given)
    if changed.get("display_name"):
        renamed(changed["display_name"])
    return forms.done("/account", "saved")


@pages.post("/looks")
def looks() -> Any:
    """Language and zone belong to this browser, so they are no business of the account."""
    page = request.form.get("page", "")
    answer = forms.done(page if forms.is_page(page) else "/account", "saved")
    chosen, zone = request.form.get("language", ""), request.form.get("zone", "")
    year = languages.A_YEAR
    if chosen in languages.LANGUAGES:
        answer.set_cookie(languages.COOKIE, chosen, max_age=year, samesite="Lax")
    if languages.is_zone(zone):
        answer.set_cookie(languages.ZONE_COOKIE, zone, max_age=year, samesite="Lax")
    return answer


@pages.post("/verification")
def ask_for_verification() -> Any:
    require_login()
    email = interface().get("/me")["email"]
    interface().send("POST", "/accounts/verification", {"email": email})
    return forms.done("/account", "mail_sent")


@pages.post("/sessions/<login_id>/end")
def end_session(login_id: str) -> Any:
    require_login()
    interface().send("DELETE", f"/me/sessions/{login_id}")
    return forms.done("/account", "session_ended")


@pages.get("/export")
def export() -> Any:
    """Everything that is held on the account, as a file."""
    require_login()
    text = json.dumps(interface().get("/me/export"), indent=2, ensure_ascii=False)
    answer = Response(text, mimetype="application/json")
    answer.headers["Content-Disposition"] = 'attachment; filename="justa-my-data.json"'
    return answer


@pages.get("/delete")
def ask_to_delete() -> Any:
    require_login()
    open_ones = interface().get("/me/matches", state="open", limit=200)["items"]
    coming = interface().get("/me/matches", state="scheduled", limit=200)["items"]
    seasons = {match["season_id"] for match in open_ones + coming if match["season_id"]}
    return render_template("delete.html", open=len(open_ones), seasons=len(seasons))


@pages.post("/delete")
def delete() -> Any:
    require_login()
    interface().send("DELETE", "/me")
    log_out()
    return forms.done("/", "account_deleted")
