"""The gateway's edge: every client request passes here, before any framework's machinery.

It says who calls, counts, picks the service by one table of addresses, and passes bytes through
with its own word for the caller in place of the client's token.
"""

from collections.abc import Iterable
from time import perf_counter
from typing import Any

import structlog
from werkzeug.middleware.proxy_fix import ProxyFix

from services.gateway.callers.identity import Identity, admitted, identities_of
from services.gateway.callers.request import client_address, inner_environ, shown_token
from services.gateway.domain.errors import LoginOver
from services.gateway.guard.cors import Cors
from services.gateway.guard.headers import guarded
from services.gateway.guard.limits import ADDRESSES, limits_of
from services.gateway.guard.maintenance import switch_of
from services.gateway.guard.passable import require_passable
from services.gateway.guard.refusals import refuse
from services.gateway.guard.sightings import sightings_of
from services.gateway.ports import Environ, StartResponse, Wsgi, ports_of
from services.gateway.public_reads.memory import reads_of
from services.gateway.routes import (
    BASE,
    Route,
    is_operators_act,
    is_preview,
    is_public_read,
    route_of,
    tags_changed_by,
)
from services.gateway.to_services.acts import pass_act
from services.gateway.web.app import create_web
from shared import tracing
from shared.context import accepted_request_id
from shared.db import AWAY
from shared.errors import NotFound, Problem, ServiceUnavailable
from shared.metrics import edge_answered
from shared.runtime import Runtime
from shared.web.app import route_of as rule_of
from shared.web.away import away

log = structlog.get_logger()

RETRY_SECONDS = 2
_READS = frozenset({"GET", "HEAD", "OPTIONS"})
LEAVING = ("DELETE", "/sessions/current")


class Edge:
    """The WSGI application that clients reach. `app` is the gateway's own Flask application."""

    def __init__(self, runtime: Runtime, app: Wsgi) -> None:
        self._runtime = runtime
        self._app = app
        # Pages call the interface as everybody does: through this edge, from behind the proxies.
        answer = tracing.spans.served(self._answer, runtime.name, _template)
        self._web = create_web(runtime, answer)
        self._identities = identities_of(runtime)
        self._limits = limits_of(runtime)
        self._maintenance = switch_of(runtime)
        self._reads = reads_of(runtime)
        self._sightings = sightings_of(runtime)
        self._cors = Cors(runtime.settings.cors_origins)
        hops = runtime.settings.proxies
        self._wsgi: Wsgi = (
            ProxyFix(answer, x_for=hops, x_proto=hops, x_host=hops) if hops else answer
        )

    def __call__(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        return self._wsgi(environ, start_response)

    def _answer(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        offered = accepted_request_id(environ.get("HTTP_X_REQUEST_ID"))
        request_id = offered or self._runtime.new_id()
        route = route_of(environ["PATH_INFO"])
        counted = _counting(start_response, route.service if route else "none")
        named = _naming(counted, request_id, environ, self._cors)
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
        require_passable(environ)
        if route.service == "web":
            environ["HTTP_X_REQUEST_ID"] = request_id
            return self._web(environ, start_response)
        if self._cors.is_question(environ):
            start_response("204 No Content", self._cors.permission())
            return []
        identity = self._admitted(environ)
        self._maintenance.require_passable(identity.caller, method, path.removeprefix(BASE))
        self._sightings.note(identity, environ)

        def call(environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
            inner = inner_environ(environ, identity, request_id, route.service)
            return self._call(route.service, inner, start_response)

        if method == "GET" and identity.caller.account_id is None and is_public_read(path):
            return self._reads.answer(environ, start_response, call)
        start = start_response if method in _READS else self._forgetting(start_response, environ)
        if "operator" in identity.caller.roles and _is_act(environ):
            environ["HTTP_X_REQUEST_ID"] = request_id
            return pass_act(self._runtime, identity.caller, call, environ, start)
        return call(environ, start)

    def _forgetting(self, start_response: StartResponse, environ: Environ) -> StartResponse:
        """Whoever changes something reads it changed: what is kept of it goes before the answer."""
        tags = tags_changed_by(environ["REQUEST_METHOD"], environ["PATH_INFO"])

        def start(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Any:
            if tags is None:
                self._reads.drop_all()
            else:
                self._reads.drop(tags)
            return start_response(status, headers, exc_info)

        return start

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


def _template(environ: Environ) -> str | None:
    """The address without what stands in it for somebody or something."""
    path = environ["PATH_INFO"]
    if path.startswith(BASE) and (route := route_of(path)) is not None:
        return BASE + route.pattern
    return rule_of(environ)


def _is_act(environ: Environ) -> bool:
    path, query = environ["PATH_INFO"], environ.get("QUERY_STRING", "")
    return is_operators_act(environ["REQUEST_METHOD"], path) and not is_preview(path, query)


def _counting(start_response: StartResponse, service: str) -> StartResponse:
    """Every answer is counted, with the seconds until it began."""
    began = perf_counter()

    def start(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Any:
        edge_answered(service, status[:3], perf_counter() - began)
        return start_response(status, headers, exc_info)

    return start


def _naming(
    start_response: StartResponse, request_id: str, environ: Environ, cors: Cors
) -> StartResponse:
    """Every answer carries the request's id, says how to log in where that is missing, and what
    browsers may not do with it.
    """
    is_data = environ["PATH_INFO"].startswith(BASE)
    reads = environ["REQUEST_METHOD"] in ("GET", "HEAD")
    by_https = environ.get("wsgi.url_scheme") == "https"

    def start(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Any:
        kept = [header for header in headers if header[0].lower() != "x-request-id"]
        kept.append(("X-Request-Id", request_id))
        if status.startswith("401"):
            kept.append(("WWW-Authenticate", "Bearer"))
        if is_data:
            kept += cors.headers(environ)
        kept = guarded(kept, is_data=is_data, reads=reads, by_https=by_https)
        return start_response(status, kept, exc_info)

    return start
