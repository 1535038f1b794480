"""What every template can say without being given it."""

from typing import Any
from uuid import uuid4

from flask import Flask, g, request
from flask_babel import format_decimal

from services.gateway.web import office_words, symbols, times, words
from services.gateway.web.forms import SAID, ticked, typed
from services.gateway.web.languages import PSEUDO, is_zone, language, own_zone
from services.gateway.web.static_files import static
from services.gateway.web.visitor import account, csrf_token, is_operator, openid_host

MINUS = "−"


def install(app: Flask) -> None:
    app.jinja_env.globals.update(
        account=account,
        is_operator=is_operator,
        openid_host=openid_host,
        csrf_token=csrf_token,
        typed=typed,
        ticked=ticked,
        said=said,
        here=here,
        language=lambda: "en" if language() == PSEUDO else language(),
        own_zone=own_zone,
        when=times.when,
        now=times.now,
        left=times.left,
        span=times.span,
        day=times.day,
        local_input=times.local_input,
        is_zone=is_zone,
        words=words,
        office=office_words,
        symbols=symbols,
        static=static,
        fresh_key=lambda: str(uuid4()),
        labelled=labelled,
        label_of=lambda name: g.get("labels", {}).get(name, ""),
        refused=lambda: g.get("refusal"),
    )
    app.jinja_env.filters.update(signed=signed, decimal=decimal, seconds=times.span)
    app.after_request(_forget_said)


def here() -> str:
    """The present page, as a form names it."""
    query = request.query_string.decode("ascii", "replace")
    return request.path + (f"?{query}" if query else "")


def labelled(name: str, label: str) -> str:
    """Keep what a field is called, to be told with what is wrong with it; says nothing itself."""
    g.setdefault("labels", {})[name] = label
    return ""


def said() -> str:
    """What the page before had to say about what was done; told once."""
    name = request.cookies.get(SAID, "")
    if name not in words.SAID:
        return ""
    g.forget_said = True
    return str(words.SAID[name])


def signed(number: int) -> str:
    """`+3`, `0`, `−2`."""
    return f"+{number}" if number > 0 else str(number).replace("-", MINUS)


def decimal(number: float | None) -> str:
    """Two places, as the reader's language writes them; a dash for none."""
    return "–" if number is None else str(format_decimal(number, format="0.00"))


def _forget_said(response: Any) -> Any:
    if g.get("forget_said"):
        response.delete_cookie(SAID)
    return response
