"""What keeps an open page alive: the clock, and a login that lasts while the page is listening."""

from typing import Any

from flask import Blueprint, jsonify

from services.gateway.web import times
from services.gateway.web.visitor import visitor

pages = Blueprint("live", __name__)


@pages.get("/live")
def state() -> Any:
    """Asked before listening, and again when a connection comes back; renews the login."""
    held, present = visitor(), times.now()
    answer = jsonify(
        now=round(present.at.timestamp() * 1000), manual=present.manual, known=held is not None
    )
    answer.headers["Cache-Control"] = "no-store"
    return answer


@pages.get("/favicon.ico")
def icon() -> Any:
    return "", 204


@pages.get("/robots.txt")
def robots() -> Any:
    text = "User-agent: *\nDisallow: /operators\nDisallow: /account\n"
    return text, 200, {"Content-Type": "text/plain"}
