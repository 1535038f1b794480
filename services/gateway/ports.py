"""What the composition root gives the gateway: its ways to the services and to the clock."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol, cast

from shared.runtime import Runtime

Environ = dict[str, Any]
StartResponse = Callable[..., Any]
Wsgi = Callable[[Environ, StartResponse], Iterable[bytes]]


class Services(Protocol):
    """Hands a request to a service and its answer back, bytes in, bytes out.

    Raises anything at all, before `start_response`, if the service does not answer.
    """

    def call(
        self, service: str, environ: Environ, start_response: StartResponse
    ) -> Iterable[bytes]: ...


@dataclass(frozen=True)
class GatewayPorts:
    """`openapi` makes the document of all public calls. `move_clock` moves the manual clock and
    returns once every effect is visible; it raises `ClockBackwards`, and is None without one.
    """

    services: Services
    openapi: Callable[[], dict[str, Any]]
    move_clock: Callable[[datetime], None] | None = None


def ports_of(runtime: Runtime) -> GatewayPorts:
    return cast(GatewayPorts, runtime.extras["ports"])
