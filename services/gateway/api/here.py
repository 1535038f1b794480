"""What the gateway's endpoints take from the present request, beside what the kit gives."""

from functools import partial

from flask import request
from werkzeug.http import dump_cookie

from services.gateway.callers.request import EVENTS_PATH, LOGIN_ID, SESSION_COOKIE
from services.gateway.domain.account import Account
from services.gateway.guard.limits import Limits, limits_of
from services.gateway.guard.sightings import sightings_of
from shared.web.edge import runtime, uow
from shared.web.problems import spoken_language

LONGEST_CLIENT = 200


def login_id() -> str | None:
    """The login that the caller came by; None for a key and for nobody."""
    found: str | None = request.environ.get(LOGIN_ID)
    return found


def limits() -> Limits:
    return limits_of(runtime())


def address() -> str:
    return request.remote_addr or ""


def note_sighting(account: Account) -> None:
    """Keep from where somebody has logged in, once their login is committed."""
    note = sightings_of(runtime()).note_account
    uow().afterwards(partial(note, account.id, account.roles, request.environ))


def client() -> str:
    """What the caller's program calls itself, cut short and in printable letters."""
    named = request.headers.get("User-Agent", "")
    return "".join(letter for letter in named if letter.isprintable())[:LONGEST_CLIENT]


def language() -> str:
    return spoken_language(request.accept_languages)


def session_cookie(access_token: str) -> dict[str, str]:
    """The header that lets a browser listen to live events, where it can send no other token.

    The cookie is good for that one address and for reading alone.
    """
    cookie = dump_cookie(
        SESSION_COOKIE,
        access_token,
        path=EVENTS_PATH,
        httponly=True,
        samesite="Strict",
        secure=request.is_secure,
        max_age=None if access_token else 0,
    )
    return {"Set-Cookie": cookie}
