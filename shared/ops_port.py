"""The port for those who operate Justa, apart from the clients': a process's metrics and health."""

import json
import socket
import threading
from collections.abc import Callable, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

import structlog

from shared import metrics

if TYPE_CHECKING:
    from shared.runtime import Runtime

log = structlog.get_logger()

Look = Callable[[], str | None]
"""Says what is wrong; None if nothing is."""


class OpsPort:
    """Serves `/metrics`, `/healthz` and `/readyz` on threads of its own until closed.

    `dead` says why the process should be started anew, `trouble` what keeps it from its work;
    `closed` is called once it is closed.
    """

    def __init__(
        self,
        host: str,
        port: int,
        *,
        dead: Look,
        trouble: Look,
        closed: Callable[[], None] = lambda: None,
    ) -> None:
        pages = {
            "/metrics": _metrics,
            "/healthz": lambda: _health("alive", dead()),
            "/readyz": lambda: _health("ready", trouble()),
        }
        self._closed = closed
        # The family of addresses is decided by the host that is named.
        server = _Server6 if ":" in host else _Server
        self._server = server((host, port), _handler(pages))
        self._server.daemon_threads = True
        self.port: int = self._server.server_address[1]
        self._thread = threading.Thread(
            target=self._server.serve_forever, name="ops-port", daemon=True
        )

    def start(self) -> "OpsPort":
        self._thread.start()
        return self

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._closed()


def open_ops_port(runtimes: Sequence["Runtime"], host: str, port: int) -> OpsPort:
    """The port of a process that runs these services; raises `OSError` if it is taken."""
    unwatch = metrics.watch([runtime.vitals for runtime in runtimes])

    def dead() -> str | None:
        parts = [part for runtime in runtimes for part in runtime.dead_parts()]
        return f"ended: {', '.join(parts)}" if parts else None

    def trouble() -> str | None:
        if any(runtime.stopping.is_set() for runtime in runtimes):
            return "stopping"
        troubles = (runtime.vitals.trouble() for runtime in runtimes)
        return next((trouble for trouble in troubles if trouble), None)

    return OpsPort(host, port, dead=dead, trouble=trouble, closed=unwatch).start()


class _Server(ThreadingHTTPServer):
    def handle_error(self, *_: Any) -> None:
        """Who asked may have gone away meanwhile."""
        log.debug("ops_answer_failed", exc_info=True)


class _Server6(_Server):
    address_family = socket.AF_INET6


Page = Callable[[], tuple[int, str, bytes]]


def _metrics() -> tuple[int, str, bytes]:
    return 200, metrics.CONTENT_TYPE, metrics.page()


def _health(good: str, wrong: str | None) -> tuple[int, str, bytes]:
    told: dict[str, Any] = {"status": wrong or good}
    return 503 if wrong else 200, "application/json", json.dumps(told).encode()


def _handler(pages: dict[str, Page]) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        timeout = 10

        def do_GET(self) -> None:
            page = pages.get(self.path)
            status, content_type, body = page() if page else (404, "text/plain", b"")
            self.send_response(status)
            self.send_header("Content-Type", content_type)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Scrapers come every few seconds; nobody wants to read that."""

    return Handler
