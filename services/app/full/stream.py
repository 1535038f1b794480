"""`justa stream`: live events to their listeners, thousands of them from one thread."""

import json
import resource
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from services.app.full.serving import Serving, Wsgi
from shared.settings import Settings

# They find out who asks; after that a listener holds a connection and no thread.
THREADS = 8
SPARE_FILES = 200


def serve_streams(settings: Settings) -> None:
    """Serve until told to stop. Listeners need a database connection for moments only."""
    _allow_files(settings.streams + SPARE_FILES)
    settings = replace(settings, threads=THREADS)
    Serving(settings, _make, command="justa stream", workers=1, threads=THREADS).serve()


def _allow_files(wanted: int) -> None:
    """As many open connections as there are places, as far as the system lets us."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def _make(settings: Settings) -> tuple[object, Wsgi]:
    from services.app.full.making import make_gateway
    from services.gateway.callers.request import EVENTS_PATH
    from services.gateway.live.broadcast import Broadcast
    from services.gateway.live.handing_over import handing_over
    from services.gateway.live.wire import LiveListener

    runtime, edge = make_gateway(settings)
    broadcast = Broadcast(runtime)
    runtime.add_part(broadcast)
    runtime.add_part(LiveListener(runtime))
    return runtime, _only(handing_over(edge, broadcast), {EVENTS_PATH, "/healthz", "/readyz"})


def _only(wsgi: Wsgi, paths: set[str]) -> Wsgi:
    """`wsgi` at `paths`; the rest is for the gateway's web processes."""

    def answer(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        if environ["PATH_INFO"] in paths:
            return wsgi(environ, start_response)
        body = json.dumps({"status": 404, "code": "not_found", "title": "Live events alone"})
        start_response("404 Not Found", [("Content-Type", "application/problem+json")])
        return [body.encode()]

    return answer
