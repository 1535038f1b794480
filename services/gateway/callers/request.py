"""What a request says of its sender, and what is left of it for those further in."""

import ipaddress
from functools import lru_cache
from http.cookies import CookieError, SimpleCookie

from services.gateway.callers.identity import Identity
from services.gateway.domain.errors import LoginOver
from services.gateway.ports import Environ
from services.gateway.routes import BASE

EVENTS_PATH = f"{BASE}/events"
SESSION_COOKIE = "justa_session"
LOGIN_ID = "justa.login_id"
IDENTITY = "justa.identity"
# What only a proxy of ours may say, or what would speak for somebody else further in. No service
# reads any other `X-` header of a client's, so none need be trusted not to.
_DROPPED = ("HTTP_COOKIE", "HTTP_FORWARDED", "HTTP_X_")


def inner_environ(environ: Environ, identity: Identity, request_id: str, service: str) -> Environ:
    """The request as `service` sees it: our word for the caller instead of the client's own."""
    outside = not environ["PATH_INFO"].startswith(BASE)
    inner = {
        name: value
        for name, value in environ.items()
        if not name.startswith(_DROPPED) or (outside and name == "HTTP_COOKIE")
    }
    inner["HTTP_AUTHORIZATION"] = f"Bearer {identity.word_to(service)}"
    inner[IDENTITY] = identity
    inner["HTTP_X_REQUEST_ID"] = request_id
    inner[LOGIN_ID] = identity.login_id
    return inner


def client_address(environ: Environ) -> str:
    """Who is counted as one: an IPv4 address, or the network that an IPv6 host picks its own in."""
    return _counted_as(environ.get("REMOTE_ADDR") or "")


@lru_cache(maxsize=1_000)
def _counted_as(given: str) -> str:
    try:
        address = ipaddress.ip_address(given)
    except ValueError:
        return given
    if address.version == 4:
        return given
    return str(ipaddress.ip_network((address, 64), strict=False))


def shown_token(environ: Environ) -> str | None:
    """The token that a request shows, if any: in its header, or to listen in a cookie.

    Raises `LoginOver` for any other kind of authorization.
    """
    by_cookie = environ["PATH_INFO"] == EVENTS_PATH
    return _bearer(environ) or (_cookie(environ) if by_cookie else None)


def _bearer(environ: Environ) -> str | None:
    given = environ.get("HTTP_AUTHORIZATION")
    if given is None:
        return None
    scheme, _, token = given.partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise LoginOver
    return str(token.strip())


def _cookie(environ: Environ) -> str | None:
    try:
        found = SimpleCookie(environ.get("HTTP_COOKIE", "")).get(SESSION_COOKIE)
    except CookieError:
        return None
    return found.value if found else None
