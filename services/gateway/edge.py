"""The gateway's edge: every client request passes here, before any framework's machinery.

It says who calls, counts, picks the service by one table of addresses, and passes bytes through
with its own word for the caller in place of the client's token.
"""

import ipaddress
from collections.abc import Iterable
from http.cookies import CookieError, SimpleCookie
from time import perf_counter
from typing import Any

import structlog
from werkzeug.middleware.proxy_fix import ProxyFix

from services.gateway.acts import pass_act
from services.gateway.domain.errors import LoginOver, TooLarge
from services.gateway.identity import Identity, admitted, identities_of
from services.gateway.limits import ADDRESSES, limits_of
from services.gateway.ports import Environ, StartResponse, Wsgi, ports_of
from services.gateway.refusals import refuse
from services.gateway.routes import BASE, Route, is_operators_act, route_of
from shared.context import accepted_request_id
from shared.errors import BadRequest, NotFound, Problem, ServiceUnavailable
from shared.metrics import edge_answered
from shared.runtime import Runtime
from shared.web.away import AWAY, away

log = structlog.get_logger()

MOST_BYTES = 1024 * 1024
RETRY_SECONDS = 2
EVENTS_PATH = f"{BASE}/events"
SESSION_COOKIE = "justa_session"
LOGIN_ID = "justa.login_id"
# What only a proxy of ours may say, or what would speak for somebody else further in.
_DROPPED = ("HTTP_COOKIE", "HTTP_FORWARDED", "HTTP_X_FORWARDED_", "HTTP_X_REAL_IP", "HTTP_X_JUSTA_")


class Edge:
    """The WSGI application that clients reach. `app` is the gateway's own Flask application."""

    def __init__(self, runtime: Runtime, app: Wsgi) -> None:
        self._runtime = runtime
        self._app = app
        self._identities = identities_of(runtime)
        self._limits = limits_of(runtime)
        hops = runtime.settings.proxies
        self._wsgi: Wsgi = (
            ProxyFix(self._answer, x_for=hops, x_proto=hops, x_host=hops) if hops else self._answer
        )

    def __call__(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        return self._wsgi(environ, start_response)

    def _answer(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        offered = accepted_request_id(environ.get("HTTP_X_REQUEST_ID"))
        request_id = offered or self._runtime.new_id()
        route = route_of(environ["PATH_INFO"])
        counted = _counting(start_response, route.service if route else "none")
        named = _naming(counted, request_id)
        try:
            return self._pass_on(environ, named, request_id, route)
        except Problem as problem:
            return refuse(problem, environ, named)
        except AWAY as error:
            return refuse(away(error), environ, named)
        except Exception:
            log.exception("edge_failed", request_id=request_id)
            return refuse(Problem(), environ, named)

    def _pass_on(
        self, environ: Environ, start_response: StartResponse, request_id: str, route: Route | None
    ) -> Iterable[bytes]:
        path, method = environ["PATH_INFO"], environ["REQUEST_METHOD"]
        if route is None or "\0" in path:
            raise NotFound
        if "%00" in environ.get("QUERY_STRING", ""):
            raise BadRequest("A text holds NUL")
        if int(environ.get("CONTENT_LENGTH") or 0) > MOST_BYTES:
            raise TooLarge
        identity = self._identify(environ, path)
        address = client_address(environ)
        self._limits.spend_request(identity.caller, address, method, path.removeprefix(BASE))
        # Whoever is shut out may still leave.
        if (method, path) != ("DELETE", f"{BASE}/sessions/current"):
            admitted(identity)
        inner = inner_environ(environ, identity, request_id)

        def call(environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
            return self._call(route.service, environ, start_response)

        if "operator" in identity.caller.roles and is_operators_act(method, path):
            return pass_act(self._runtime, identity.caller, call, inner, start_response)
        return call(inner, start_response)

    def _identify(self, environ: Environ, path: str) -> Identity:
        token = _bearer(environ) or (_cookie(environ) if path == EVENTS_PATH else None)
        if token is None:
            return self._identities.nobody()
        try:
            return self._identities.of_bearer(token)
        except LoginOver:
            # Guessing is counted, though nobody can be charged but the address.
            self._limits.spend(ADDRESSES, client_address(environ))
            raise

    def _call(
        self, service: str, environ: Environ, start_response: StartResponse
    ) -> Iterable[bytes]:
        if service == "gateway":
            return self._app(environ, start_response)
        try:
            return ports_of(self._runtime).services.call(service, environ, start_response)
        except Exception as error:
            log.warning("service_silent", service=service, error=repr(error))
            raise ServiceUnavailable(retry_after=RETRY_SECONDS) from error


def inner_environ(environ: Environ, identity: Identity, request_id: str) -> Environ:
    """The request as services see it: our word for the caller instead of the client's own."""
    outside = not environ["PATH_INFO"].startswith(BASE)
    inner = {
        name: value
        for name, value in environ.items()
        if not name.startswith(_DROPPED) or (outside and name == "HTTP_COOKIE")
    }
    inner["HTTP_AUTHORIZATION"] = f"Bearer {identity.word}"
    inner["HTTP_X_REQUEST_ID"] = request_id
    inner[LOGIN_ID] = identity.login_id
    return inner


def client_address(environ: Environ) -> str:
    """Who is counted as one: an IPv4 address, or the network that an IPv6 host picks its own in."""
    given = environ.get("REMOTE_ADDR") or ""
    try:
        address = ipaddress.ip_address(given)
    except ValueError:
        return given
    if address.version == 4:
        return given
    return str(ipaddress.ip_network((address, 64), strict=False))


def _bearer(environ: Environ) -> str | None:
    """The bearer token, if any authorization is given; raises `LoginOver` for another kind."""
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


def _counting(start_response: StartResponse, service: str) -> StartResponse:
    """Every answer is counted, with the seconds until it began."""
    began = perf_counter()

    def start(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Any:
        edge_answered(service, status[:3], perf_counter() - began)
        return start_response(status, headers, exc_info)

    return start


def _naming(start_response: StartResponse, request_id: str) -> StartResponse:
    """Every answer carries the request's id, and says how to log in where that is missing."""

    def start(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Any:
        kept = [header for header in headers if header[0].lower() != "x-request-id"]
        kept.append(("X-Request-Id", request_id))
        if status.startswith("401"):
            kept.append(("WWW-Authenticate", "Bearer"))
        return start_response(status, kept, exc_info)

    return start
