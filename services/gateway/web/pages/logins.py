"""Logging in and out, opening an account, playing as a guest, what goes by e-mail."""

import json
from typing import Any

from flask import Blueprint, render_template, request

from services.gateway.web import forms
from services.gateway.web.refused import Refused
from services.gateway.web.visitor import account, interface, log_in, log_out

pages = Blueprint("logins", __name__)


def login_page(*, expired: bool = False) -> str:
    """Also the answer wherever a login is missing; what was typed there is kept in the form."""
    held = {}
    if expired and request.method == "POST":
        hidden = ("csrf", "page", "password", "current_password")
        held = {name: value for name, value in request.form.items() if name not in hidden}
    page = request.form.get("page") or request.full_path.rstrip("?")
    return render_template(
        "login.html",
        to=page if expired else forms.typed("to", request.args.get("to", "")),
        held=json.dumps(held) if held else forms.typed("held"),
        expired=expired,
    )


@pages.get("/login")
def login() -> Any:
    return login_page()


@pages.post("/login")
def enter() -> Any:
    """To where the reader wanted to go; a form that had lost its login comes back filled in."""
    sent = {name: request.form.get(name, "") for name in ("email", "password")}
    log_in(interface().send("POST", "/sessions", sent))
    to, held = request.form.get("to", ""), request.form.get("held", "")
    if held:
        return forms.again(to, _fields(held))
    return forms.done(forms.inside(to), "logged_in")


@pages.post("/logout")
def leave() -> Any:
    if account():
        try:
            interface().send("DELETE", "/sessions/current")
        except Refused as refusal:
            if refusal.status != 401:
                raise
    log_out()
    return forms.done("/", "logged_out")


@pages.get("/register")
def register() -> Any:
    return render_template("register.html", to=forms.typed("to", request.args.get("to", "")))


@pages.post("/register")
def open_account() -> Any:
    sent = {name: request.form.get(name, "") for name in ("email", "password", "display_name")}
    accepted = request.form.get("accept_rules") == "yes"
    interface().send("POST", "/accounts", {**sent, "accept_rules": accepted})
    del sent["display_name"]
    log_in(interface().send("POST", "/sessions", sent))
    return forms.done(forms.inside(request.form.get("to", "")), "welcome")


@pages.get("/password-reset")
def forgotten() -> Any:
    return render_template("password_reset.html")


@pages.post("/password-reset")
def ask_for_reset() -> Any:
    interface().send("POST", "/accounts/password-reset", forms.filled("email"))
    return forms.done("/password-reset/confirm", "mail_sent")


@pages.get("/password-reset/confirm")
def choose_password() -> Any:
    return render_template("password_confirm.html", token=request.args.get("token", ""))


@pages.post("/password-reset/confirm")
def set_password() -> Any:
    sent = {name: request.form.get(name, "") for name in ("token", "password")}
    interface().send("POST", "/accounts/password-reset/confirm", sent)
    return forms.done("/login", "password_set")


@pages.get("/verify")
def verify() -> Any:
    return render_template("verify.html", token=request.args.get("token", ""))


@pages.post("/verify")
def confirm_address() -> Any:
    interface().send("POST", "/accounts/verification/confirm", forms.filled("token"))
    return forms.done("/account" if account() else "/login", "verified")


def _fields(held: str) -> dict[str, str]:
    try:
        found = json.loads(held)
    except (ValueError, RecursionError):
        return {}
    return {str(k): str(v) for k, v in found.items()} if isinstance(found, dict) else {}
