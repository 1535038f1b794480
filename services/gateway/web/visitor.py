"""Who reads the present page: their cookie, their login, and the interface in their name."""

import hmac
import secrets
import time
from dataclasses import replace
from hashlib import sha256
from typing import Any, cast

from flask import Response, current_app, g, request

from services.gateway.api.here import session_cookie
from services.gateway.callers.openid_provider import host_of_provider
from services.gateway.ports import Wsgi
from services.gateway.web.interface import Interface
from services.gateway.web.keeping import Held, Keeping, held_tokens
from services.gateway.web.languages import language
from services.gateway.web.refused import Refused
from shared.runtime import Runtime

COOKIE = "justa_web"
THIRTY_DAYS = 30 * 24 * 3600
REFRESH_BEFORE = 120.0
PATIENCE = 5.0


class LoginNeeded(Exception):
    """A page or an act that is for people with a login; raised also once a login has ended."""


def interface() -> Interface:
    """The interface in the reader's own name."""
    if "interface" not in g:
        held = visitor()
        g.interface = _interface(held.access_token if held else None)
    return cast(Interface, g.interface)


def visitor() -> Held | None:
    """The reader's login, with tokens that are still good; None for anybody else."""
    if "held" not in g:
        g.held = _find()
    return cast("Held | None", g.held)


def account() -> dict[str, Any] | None:
    held = visitor()
    return held.account if held else None


def is_operator() -> bool:
    return "operator" in (account() or {}).get("roles", ())


def require_login() -> dict[str, Any]:
    """The reader's account; raises `LoginNeeded`."""
    found = account()
    if found is None:
        raise LoginNeeded
    return found


def openid_host() -> str | None:
    """Where people may log in elsewhere, if the platform knows such a place."""
    return host_of_provider(_runtime().settings)


def log_in(tokens: dict[str, Any]) -> None:
    """Take the answer to a login as this browser's; it gets a new cookie."""
    log_out()
    g.held = held_tokens(tokens)
    g.cookie = _keeping().begin(g.held)
    g.send_cookie = g.send_listening = True
    g.pop("interface", None)


def log_out() -> None:
    """Forget this browser's login; ending it for good is the interface's."""
    cookie = _cookie()
    if cookie and g.get("held"):
        _keeping().end(cookie)
        g.cookie, g.send_cookie, g.send_listening = "", True, True
    g.held = None
    g.pop("interface", None)


def renamed(display_name: str) -> None:
    """The account's name has changed; pages shall say so at once."""
    if g.held:
        g.held = replace(g.held, account={**g.held.account, "display_name": display_name})
        _keeping().renew(_cookie(), g.held)


def csrf_token() -> str:
    """What every form carries; only this browser's cookie and our secret give it."""
    if not _cookie():
        g.cookie, g.send_cookie = secrets.token_urlsafe(32), True
    return _csrf_by(_runtime().settings.secret)


def is_own_form() -> bool:
    """Whether the form sent is one that this browser was given, by one secret or the other."""
    sent, accepted = request.form.get("csrf", "").encode(), _runtime().settings.secrets
    fits = [hmac.compare_digest(sent, _csrf_by(secret).encode()) for secret in accepted]
    return bool(_cookie()) and any(fits)


def _csrf_by(secret: str) -> str:
    return hmac.new(secret.encode(), b"csrf\0" + _cookie().encode(), sha256).hexdigest()


def send_cookies(response: Response) -> Response:
    """Give the browser what has changed of its cookies."""
    if g.get("send_cookie"):
        response.set_cookie(
            COOKIE,
            g.cookie,
            max_age=THIRTY_DAYS if g.cookie else 0,
            secure=request.is_secure,
            httponly=True,
            samesite="Lax",
        )
    if g.get("send_listening"):
        held = g.get("held")
        listening = session_cookie(held.access_token if held else "")
        response.headers.add("Set-Cookie", listening["Set-Cookie"])
    return response


def _find() -> Held | None:
    cookie = _cookie()
    held = _keeping().find(cookie) if cookie else None
    if held is None or held.good_for(REFRESH_BEFORE):
        return held
    if _keeping().claim_refresh(cookie):
        return _refresh(cookie)
    return held if held.good_for(5) else _wait(cookie)


def _refresh(cookie: str) -> Held | None:
    # Read again under the claim: another request may have refreshed since the first look.
    held = _keeping().find(cookie)
    if held is None or held.good_for(REFRESH_BEFORE):
        _keeping().free(cookie)
        return held
    try:
        sent = {"refresh_token": held.refresh_token}
        tokens = _interface(None).send("POST", "/sessions/refresh", sent)
    except Refused as refusal:
        if refusal.status not in (401, 403):
            raise
        _keeping().end(cookie)
        g.cookie, g.send_cookie, g.send_listening = "", True, True
        return None
    renewed = held_tokens(tokens)
    _keeping().renew(cookie, renewed)
    g.send_listening = True
    return renewed


def _wait(cookie: str) -> Held | None:
    """Another request of this browser is at the refreshing; its tokens come within moments."""
    ends_at = time.monotonic() + PATIENCE
    while time.monotonic() < ends_at:
        held = _keeping().find(cookie)
        if held is None or held.good_for(5):
            g.send_listening = True
            return held
        time.sleep(0.05)
    return None


def _interface(token: str | None) -> Interface:
    call = cast(Wsgi, current_app.extensions["justa_call"])
    return Interface(call, request.environ, language(), token)


def _cookie() -> str:
    if "cookie" not in g:
        g.cookie = request.cookies.get(COOKIE, "")
    return cast(str, g.cookie)


def _runtime() -> Runtime:
    return cast(Runtime, current_app.extensions["justa"])


def _keeping() -> Keeping:
    return cast(Keeping, current_app.extensions["justa_keeping"])
