"""`justa web SERVICE`: one service's requests, on PostgreSQL."""

from dataclasses import replace

from services.app.full.serving import Serving, Wsgi
from shared.settings import Settings


def serve_web(service: str, settings: Settings) -> None:
    """Serve until told to stop. Each thread finds a database connection free."""
    settings = replace(settings, pool_size=settings.threads, streams=0)
    make = _gateway if service == "gateway" else _Plain(service)
    processes = {"workers": settings.workers, "threads": settings.threads}
    Serving(settings, make, command="justa web", **processes).serve()


class _Plain:
    """Makes the web application of a service that only the gateway calls."""

    def __init__(self, service: str) -> None:
        self._service = service

    def __call__(self, settings: Settings) -> tuple[object, Wsgi]:
        from services.app.full.making import make_runtime

        runtime = make_runtime(self._service, settings)
        return runtime, runtime.web()


def _gateway(settings: Settings) -> tuple[object, Wsgi]:
    from services.app.full.making import make_gateway

    return make_gateway(settings)
