"""What the web and the stream processes have in common: gunicorn around one service's runtime."""

import os
from collections.abc import Callable, Iterable
from typing import Any

from gunicorn.app.base import BaseApplication

from services.app.graceful import GracefulWorker
from services.app.listening import bracketed
from shared import tracing
from shared.counting_together import counting_together, forget_process
from shared.logs import configure_logs
from shared.settings import Settings

STOP_SECONDS = 15
KEEP_ALIVE_SECONDS = 75
HANG_SECONDS = 60

Wsgi = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


class Serving(BaseApplication):  # type: ignore[misc]  # gunicorn carries no types
    """Serves what `make` makes, once in each process after the fork.

    `make` is called with the settings and gives what serves requests, and what runs beside it
    (a `Runtime`). `command` is what people start it as. Its processes share a folder for counting,
    and `/metrics` on a port of its own tells the sum.
    """

    def __init__(
        self,
        settings: Settings,
        make: Callable[[Settings], tuple[Any, Wsgi]],
        *,
        command: str,
        workers: int,
        threads: int,
    ) -> None:
        self._settings = settings
        self._make = make
        self._command = command
        self._workers = workers
        self._threads = threads
        self._runtime: Any = None
        super().__init__()

    def serve(self) -> None:
        """Serve until told to stop."""
        with counting_together():
            self.run()

    def load_config(self) -> None:
        host, ports = bracketed(self._settings.host), [self._settings.port]
        ports += [] if self._settings.metrics_port is None else [self._settings.metrics_port]
        chosen: dict[str, Any] = {
            "bind": [f"{host}:{port}" for port in ports],
            "workers": self._workers,
            "worker_class": GracefulWorker,
            "threads": self._threads,
            "keepalive": KEEP_ALIVE_SECONDS,
            "graceful_timeout": STOP_SECONDS,
            # What the edge in front lets through.
            "limit_request_line": 8190,
            "timeout": HANG_SECONDS,
            "worker_tmp_dir": "/dev/shm" if os.path.isdir("/dev/shm") else None,
            "accesslog": None,
            "loglevel": "warning",
            "control_socket_disable": True,
            "worker_exit": self._stop,
            "child_exit": self._forget,
        }
        for name, value in chosen.items():
            self.cfg.set(name, value)

    def load(self) -> Wsgi:
        configure_logs(self._settings.log_level)
        tracing.begin(self._settings, self._command)
        self._runtime, wsgi = self._make(self._settings)
        self._runtime.start()
        return _beside_metrics(wsgi, self._settings.metrics_port)

    def begin_to_stop(self) -> None:
        """Unready from now on; what would go on by itself comes to an end."""
        if self._runtime is not None:
            self._runtime.stopping.set()

    def _stop(self, _arbiter: Any, _worker: Any) -> None:
        if self._runtime is not None:
            self._runtime.stop()
        tracing.end()

    def _forget(self, _arbiter: Any, worker: Any) -> None:
        forget_process(worker.pid)


def _beside_metrics(wsgi: Wsgi, port: int | None) -> Wsgi:
    """`wsgi`, and on `port` the metrics alone."""
    from shared import metrics

    def answer(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        if port is None or environ["SERVER_PORT"] != str(port):
            return wsgi(environ, start_response)
        if environ["PATH_INFO"] != "/metrics":
            start_response("404 Not Found", [("Content-Length", "0")])
            return [b""]
        page = metrics.page()
        headers = [("Content-Type", metrics.CONTENT_TYPE), ("Content-Length", str(len(page)))]
        start_response("200 OK", headers)
        return [page]

    return answer
