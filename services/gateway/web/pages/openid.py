"""Logging in by the OpenID provider of the settings: away to it, and back."""

import json
from typing import Any

from flask import Blueprint, abort, make_response, render_template, request

from services.gateway.web import forms
from services.gateway.web.languages import gettext as _
from services.gateway.web.refused import Refused
from services.gateway.web.visitor import interface, log_in, openid_host

HERE = "/login/openid"
COOKIE = "justa_openid"
TEN_MINUTES = 600

pages = Blueprint("openid", __name__, url_prefix=HERE)


@pages.post("")
def go() -> Any:
    """On to the provider, by a page: a form may lead to no other site (`form-action`)."""
    _require_provider()
    begun = interface().send("POST", "/sessions/openid")
    address, kept = begun["authorization_url"], [begun["binding"], request.form.get("to", "")]
    response = make_response(render_template("openid.html", address=address))
    response.headers["Refresh"] = f"0; url={address}"
    # Lax, for whoever comes back comes from another site.
    response.set_cookie(
        COOKIE,
        json.dumps(kept),
        max_age=TEN_MINUTES,
        path=HERE,
        secure=request.is_secure,
        httponly=True,
        samesite="Lax",
    )
    return response


@pages.get("")
def come_back() -> Any:
    """From the provider, with its code; what this browser has kept shows that it began."""
    _require_provider()
    binding, to = _kept()
    try:
        log_in(_tokens(binding))
        response = forms.done(forms.inside(to), "logged_in")
    except Refused as refusal:
        response = forms.again("/login", {"to": to}, refusal)
    response.delete_cookie(COOKIE, path=HERE)
    return response


def _tokens(binding: str) -> Any:
    shown = {"binding": binding, **{name: request.args.get(name, "") for name in ("code", "state")}}
    if not all(shown.values()):
        # They changed their mind there, or came from nowhere.
        said = _("Logging in there did not work; begin again.")
        raise Refused(401, {"code": "openid_refused", "title": said})
    return interface().send("POST", "/sessions/openid/confirm", {**shown, "accept_rules": True})


def _kept() -> tuple[str, str]:
    """The binding, and where they wanted to go; empty where nothing was kept."""
    try:
        binding, to = json.loads(request.cookies.get(COOKIE, ""))
    except (ValueError, TypeError, RecursionError):
        return "", ""
    return str(binding), str(to)


def _require_provider() -> None:
    if openid_host() is None:
        abort(404)
