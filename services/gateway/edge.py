"""The gateway's edge: every client request passes here, before any framework's machinery.

It says who calls, counts, picks the service by one table of addresses, and passes bytes through
with its own word for the caller in place of the client's token.
"""

from collections.abc import Iterable
from time import perf_counter
from typing import Any

import structlog
from werkzeug.middleware.proxy_fix import ProxyFix

from services.gateway.acts import pass_act
from services.gateway.asking import client_address, inner_environ, shown_token
from services.gateway.domain.errors import LoginOver, TooLarge
from services.gateway.identity import Identity, admitted, identities_of
from services.gateway.limits import ADDRESSES, limits_of
from services.gateway.maintenance import switch_of
from services.gateway.ports import Environ, StartResponse, Wsgi, ports_of
from services.gateway.refusals import refuse
from services.gateway.routes import BASE, Route, is_operators_act, route_of
from services.gateway.web.app import create_web
from shared.context import accepted_request_id
from shared.errors import BadRequest, NotFound, Problem, ServiceUnavailable
from shared.metrics import edge_answered
from shared.runtime import Runtime
from shared.web.away import AWAY, away

log = structlog.get_logger()

MOST_BYTES = 1024 * 1024
RETRY_SECONDS = 2
LEAVING = ("DELETE", "/sessions/current")


class Edge:
    """The WSGI application that clients reach. `app` is the gateway's own Flask application."""

    def __init__(self, runtime: Runtime, app: Wsgi) -> None:
        self._runtime = runtime
        self._app = app
        # Pages call the interface as everybody does: through this edge, from behind the proxies.
        self._web = create_web(runtime, self._answer)
        self._identities = identities_of(runtime)
        self._limits = limits_of(runtime)
        self._maintenance = switch_of(runtime)
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
        if route is None:
            raise NotFound
        _require_passable(environ)
        if route.service == "web":
            environ["HTTP_X_REQUEST_ID"] = request_id
            return self._web(environ, start_response)
        identity = self._admitted(environ)
        self._maintenance.require_passable(identity.caller, method, path.removeprefix(BASE))
        inner = inner_environ(environ, identity, request_id)

        def call(environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
            return self._call(route.service, environ, start_response)

        if "operator" in identity.caller.roles and is_operators_act(method, path):
            return pass_act(self._runtime, identity.caller, call, inner, start_response)
        return call(inner, start_response)

    def _admitted(self, environ: Environ) -> Identity:
        """Who asks, counted; raises `TooManyRequests` and `AccountIsSuspended`."""
        identity = self._identify(environ)
        method, path = environ["REQUEST_METHOD"], environ["PATH_INFO"].removeprefix(BASE)
        self._limits.spend_request(identity.caller, client_address(environ), method, path)
        # Whoever is shut out may still leave.
        return identity if (method, path) == LEAVING else admitted(identity)

    def _identify(self, environ: Environ) -> Identity:
        try:
            token = shown_token(environ)
            return self._identities.of_bearer(token) if token else self._identities.nobody()
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


def _require_passable(environ: Environ) -> None:
    """Raises for what no service should have to look at."""
    if "\0" in environ["PATH_INFO"]:
        raise NotFound
    if "%00" in environ.get("QUERY_STRING", ""):
        raise BadRequest("A text holds NUL")
    if int(environ.get("CONTENT_LENGTH") or 0) > MOST_BYTES:
        raise TooLarge


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
