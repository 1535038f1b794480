"""`justa stream`: live events to their listeners, each of whom holds a thread for minutes."""

import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from services.app.full.serving import Serving, Wsgi
from shared.settings import Settings

# For health checks, and for telling a listener too many that there is no place.
SPARE_THREADS = 4


def serve_streams(settings: Settings) -> None:
    """Serve until told to stop. Listeners need a database connection for moments only."""
    threads = settings.streams + SPARE_THREADS
    Serving(replace(settings, threads=threads), _make, workers=1, threads=threads).serve()


def _make(settings: Settings) -> tuple[object, Wsgi]:
    from services.app.full.making import make_gateway
    from services.gateway.asking import EVENTS_PATH
    from services.gateway.live_wire import LiveListener

    runtime, edge = make_gateway(settings)
    runtime.add_part(LiveListener(runtime))
    return runtime, _only(edge, {EVENTS_PATH, "/healthz", "/readyz"})


def _only(wsgi: Wsgi, paths: set[str]) -> Wsgi:
    """`wsgi` at `paths`; the rest is for the gateway's web processes."""

    def answer(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        if environ["PATH_INFO"] in paths:
            return wsgi(environ, start_response)
        body = json.dumps({"status": 404, "code": "not_found", "title": "Live events alone"})
        start_response("404 Not Found", [("Content-Type", "application/problem+json")])
        return [body.encode()]

    return answer
