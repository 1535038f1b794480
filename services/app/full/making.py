"""Makes runtimes of the full deployment; imported once a process is one of its own."""

from typing import Any

from services.app.composition import BY_NAME
from services.app.full.calling import HttpServices
from services.app.full.serving import Wsgi
from services.app.openapi import whole_document
from services.gateway.edge import Edge
from services.gateway.ports import GatewayPorts
from services.gateway.public_reads.memory import reads_of
from services.gateway.public_reads.wire import ReadsListener
from shared.clock import SystemClock
from shared.full_settings import service_urls
from shared.messaging.bus import Bus
from shared.runtime import Runtime
from shared.settings import Settings


def make_runtime(service: str, settings: Settings, bus: Bus | None = None) -> Runtime:
    """The runtime of a service on its own database; without a bus it only answers requests."""
    assert settings.database_url
    return Runtime(
        BY_NAME[service],
        settings=settings,
        url=settings.database_url,
        clock=SystemClock(),
        bus=bus,
    )


def make_gateway(settings: Settings) -> tuple[Runtime, Wsgi]:
    """The gateway with its edge, which calls the other services over HTTP."""
    runtime = connected(make_runtime("gateway", settings), settings)
    runtime.add_part(ReadsListener(runtime, reads_of(runtime)))
    return runtime, Edge(runtime, runtime.web())


def connected(runtime: Runtime, settings: Settings) -> Runtime:
    """The gateway's runtime with its way to the other services."""
    assert settings.service_urls
    urls = service_urls(settings.service_urls)
    runtime.extras["ports"] = GatewayPorts(
        services=HttpServices(urls, threads=settings.threads),
        openapi=lambda: _document(settings),
    )
    return runtime


def _document(settings: Settings) -> dict[str, Any]:
    """The services' own documents need their programs, not their processes."""
    return whole_document(make_runtime(name, settings).web() for name in BY_NAME)
