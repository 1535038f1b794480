"""Forms: whose they are, and how they come back with everything that was typed.

A form names its page. Whatever goes wrong with it, that page is made again as the answer, with
the fields as they were sent, a summary of what is wrong on top and "Error:" in its title. Never a
password: that one is typed again.
"""

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from flask import Response, current_app, g, redirect, request
from werkzeug.exceptions import HTTPException

from services.gateway.web.interface import as_wsgi
from services.gateway.web.languages import gettext as _
from services.gateway.web.refused import Refused
from services.gateway.web.visitor import is_own_form

SAID = "justa_said"
_SECRET = frozenset({"password", "current_password", "csrf"})
# What the client's mail program sends for its user, who has no page open.
_OPEN = frozenset({"/unsubscribe"})
# Digits by the thousand are no number that anybody means, and Python reads none so long.
_WHOLE = re.compile(r"-?\d{1,100}")


class Strange(Exception):
    """A form that this browser was not given, or too long ago."""


def require_own() -> None:
    """Raises `Strange` for a form without the token of this browser."""
    if not is_own_form() and request.path not in _OPEN:
        raise Strange


def back(refusal: Refused) -> Any:
    """The form's page once more: what was typed, and what the interface found wrong with it."""
    return again(request.form.get("page", ""), request.form.to_dict(), refusal)


def back_for_strange(_error: Strange) -> Any:
    said = _("This page was open for too long. Check what you wrote and send it again.")
    return back(Refused(403, {"code": "stale_form", "title": said}))


def again(page: str, typed: Mapping[str, str], refusal: Refused | None = None) -> Any:
    """The page at `page` as the answer to this request, its form filled in."""
    if not is_page(page):
        page = "/"
    g.typed = {name: value for name, value in typed.items() if name not in _SECRET}
    g.refusal = refusal
    parts = urlsplit(page)
    environ = {
        **request.environ,
        "REQUEST_METHOD": "GET",
        "PATH_INFO": as_wsgi(parts.path),
        "QUERY_STRING": as_wsgi(parts.query),
        "CONTENT_LENGTH": "0",
    }
    environ.pop("werkzeug.request", None)
    with current_app.request_context(environ):
        response: Response = current_app.ensure_sync(current_app.full_dispatch_request)()
    if refusal is not None and response.status_code < 400:
        response.status_code = refusal.status
    return response


def typed(name: str, present: Any = "") -> str:
    """What a field holds: what was typed before it came back, else what there is."""
    found = sent().get(name)
    return ("" if present is None else str(present)) if found is None else found


def sent() -> Mapping[str, str]:
    """The fields of a form that came back; none in a page that is made for the first time."""
    found: Mapping[str, str] = g.get("typed", {})
    return found


def ticked(name: str, *, present: bool) -> bool:
    """Whether a box is ticked: a form that came back leaves out what was not."""
    return sent().get(name) == "yes" if sent() else present


def filled(*names: str) -> dict[str, str]:
    """The fields of the form sent that hold anything."""
    return {name: request.form[name] for name in names if request.form.get(name, "").strip()}


def whole(name: str) -> int | str | None:
    """A field as a number where it is one, else as it was typed: the interface judges it."""
    text = request.form.get(name, "").strip()
    if not text:
        return None
    return int(text) if _WHOLE.fullmatch(text) else text


def done(to: str, said: str = "") -> Any:
    """Off to the next page, which says `said` (a name of `words.SAID`) once."""
    response = redirect(to, 303)
    if said:
        response.set_cookie(SAID, said, max_age=60, samesite="Lax", httponly=True)
    return response


def inside(to: str) -> str:
    """Where somebody wanted to go before they logged in: only ever a page of our own."""
    return to if is_page(to) and not to.startswith("/login") else "/"


def is_page(page: str) -> bool:
    """Whether `page` is an address of ours, with or without a query.

    Line breaks and the like are none of it: browsers leave them out, and `/`, tab, `/elsewhere`
    leads elsewhere then.
    """
    if not page.isprintable():
        return False
    try:
        parts = urlsplit(page)
        if parts.scheme or parts.netloc or not page.startswith("/") or page.startswith("//"):
            return False
        endpoint, _args = current_app.url_map.bind("").match(parts.path, "GET")
    except (HTTPException, ValueError):
        return False
    return bool(endpoint != "static")
