"""The web client's own Flask application; no transaction is open while a page is made."""

from typing import Any
from urllib.parse import urlencode

import structlog
from flask import Flask, Response, redirect, render_template, request
from jinja2 import StrictUndefined
from werkzeug.exceptions import HTTPException

from services.gateway.ports import Wsgi
from services.gateway.web import forms, furnishing, languages
from services.gateway.web.furnishing import here
from services.gateway.web.keeping import Keeping
from services.gateway.web.languages import language, own_zone
from services.gateway.web.pages import BLUEPRINTS
from services.gateway.web.pages.logins import login_page
from services.gateway.web.refused import Refused
from services.gateway.web.static_files import send_static
from services.gateway.web.visitor import LoginNeeded, account, log_out, send_cookies
from shared.runtime import Runtime
from shared.web.app import MOST_BYTES

log = structlog.get_logger()

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
_HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


def create_web(runtime: Runtime, call: Wsgi) -> Flask:
    """The pages; `call` is the interface, as clients reach it behind the proxies."""
    app = Flask(__name__, static_folder=None)
    app.extensions["justa"] = runtime
    app.extensions["justa_call"] = call
    app.extensions["justa_keeping"] = Keeping(runtime)
    app.config.update(MAX_CONTENT_LENGTH=MOST_BYTES, PROPAGATE_EXCEPTIONS=False)
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    languages.install(app)
    furnishing.install(app)
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    app.add_url_rule("/static/<version>/<path:name>", "static", send_static)
    app.before_request(_prepare)
    app.after_request(_finish)
    app.register_error_handler(Refused, _refused)
    app.register_error_handler(LoginNeeded, _login_needed)
    app.register_error_handler(forms.Strange, forms.back_for_strange)
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(Exception, _fault)
    return app


def _prepare() -> Any:
    languages.TEXTS.as_default()
    chosen = request.args.get("lang", "")
    if request.method == "GET" and chosen in languages.LANGUAGES:
        return _choose_language(chosen)
    if request.method == "POST":
        forms.require_own()
    return None


def _choose_language(chosen: str) -> Any:
    rest = [(name, value) for name, value in request.args.items(multi=True) if name != "lang"]
    response = redirect(request.path + (f"?{urlencode(rest)}" if rest else ""), 303)
    response.set_cookie(languages.COOKIE, chosen, max_age=languages.A_YEAR, samesite="Lax")
    return response


def _finish(response: Response) -> Response:
    for name, value in _HEADERS.items():
        response.headers.setdefault(name, value)
    if request.endpoint != "static":
        response.headers.setdefault("Cache-Control", "private, no-cache")
        response.headers["Content-Language"] = language()
        response.vary.update(("Cookie", "Accept-Language"))
        own_zone()
        send_cookies(response)
    return response


def _refused(refusal: Refused) -> Any:
    """A form comes back with what was typed; a page says what there is not."""
    if refusal.code in ("invalid_token", "unauthorized"):
        return _login_ended()
    if request.method == "POST":
        return forms.back(refusal)
    return render_template("error.html", refusal=refusal), refusal.status


def _login_ended() -> Any:
    """The login was ended elsewhere. Whoever only reads goes on reading, as anybody does."""
    had_login = account() is not None
    log_out()
    if request.method == "GET" and had_login:
        return redirect(here(), 303)
    return _login_needed(LoginNeeded())


def _login_needed(_error: LoginNeeded) -> Any:
    return login_page(expired=True), 401


def _http_error(error: HTTPException) -> Any:
    status = error.code or 500
    if status < 400:
        return error
    code = "not_found" if status == 404 else "http_error"
    refusal = Refused(status, {"code": code, "title": error.name})
    return render_template("error.html", refusal=refusal), status


def _fault(error: Exception) -> Any:
    log.error("page_failed", path=request.path, exc_info=error)
    return render_template("error.html", refusal=Refused(500, {"code": "internal_error"})), 500
