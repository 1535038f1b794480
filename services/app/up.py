"""`justa up`: the embedded platform behind gunicorn, one worker with threads.

The parent process holds the data folder's lock and the listening socket; everything that
connects is made in the worker, after the fork. Killing either at any instant loses nothing:
what was committed is found again, what was not never happened.
"""

import os
import signal
from typing import Any

from gunicorn.app.base import BaseApplication
from gunicorn.arbiter import Arbiter

from services.app.banner import Banner
from services.app.demo.background import BackgroundDemo
from services.app.demo.organiser import invite_organiser
from services.app.first_operator import ensure_first_operator
from services.app.graceful import GracefulWorker
from services.app.listening import bracketed, check_port
from services.app.lock import DataLock
from services.app.platform import Platform, Wsgi
from shared import tracing
from shared.logs import configure_logs
from shared.ops_port import open_ops_port
from shared.settings import Settings

STOP_SECONDS = 10
KEEP_ALIVE_SECONDS = 75


def serve(settings: Settings) -> None:
    """Serve until told to stop; raises `DataFolderInUse` or `PortInUse` before anything starts."""
    with DataLock(settings.data, "justa up"):
        check_port(settings.host, settings.port)
        if settings.metrics_port is not None:
            check_port(settings.host, settings.metrics_port)
        _Server(settings).run()


class _OneWorker(Arbiter):  # type: ignore[misc]  # gunicorn carries no types
    """gunicorn's parent process, held to one worker: two would be two platforms on one folder."""

    def handle_int(self) -> None:
        """Ctrl-C stops as gently as SIGTERM does."""
        raise StopIteration

    handle_hup = handle_int

    def handle_usr2(self) -> None:
        self.log.warning("Justa does not replace itself while running; stop it and start it again")

    handle_ttin = handle_ttou = handle_usr2


class _Server(BaseApplication):  # type: ignore[misc]  # gunicorn carries no types
    """What gunicorn asks for: the configuration, and the application once the worker runs."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._platform: Platform | None = None
        # True in the worker alone, from its first request on.
        self._serving = False
        self._banner = Banner(settings)
        self._demo: BackgroundDemo | None = None
        super().__init__()

    def load_config(self) -> None:
        chosen: dict[str, Any] = {
            "bind": f"{bracketed(self._settings.host)}:{self._settings.port}",
            "workers": 1,
            "worker_class": GracefulWorker,
            # Every listener to live events holds a thread for as long as it listens.
            "threads": self._settings.threads + self._settings.streams,
            "keepalive": KEEP_ALIVE_SECONDS,
            "graceful_timeout": STOP_SECONDS,
            # Catching up after a downtime may take longer than any time-out.
            "timeout": 0,
            "accesslog": None,
            "loglevel": "warning",
            "control_socket_disable": True,
            "post_worker_init": self._ready,
            "worker_exit": self._stop,
        }
        for name, value in chosen.items():
            self.cfg.set(name, value)

    def run(self) -> None:
        _OneWorker(self).run()

    def load(self) -> Wsgi:
        """Make everything, and settle what fell due meanwhile, before the first request."""
        configure_logs(self._settings.log_level)
        tracing.begin(self._settings, "justa up")
        self._platform = platform = Platform(self._settings)
        platform.migrate()
        ensure_first_operator(platform, self._banner.show_login)
        if self._has_demo:
            invite_organiser(platform)
        platform.start()
        if self._settings.metrics_port is not None:
            runtimes = list(platform.runtimes.values())
            open_ops_port(runtimes, self._settings.host, self._settings.metrics_port)
        return platform.wsgi

    def begin_to_stop(self) -> None:
        """What would go on by itself comes to an end: the demonstration, streams of live events."""
        if self._demo:
            self._demo.begin_to_stop()
        if self._platform:
            self._platform.begin_to_stop()

    def _ready(self, worker: Any) -> None:
        # A Ctrl-C reaches the whole group; the parent passes on the one that counts.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        host, port = worker.sockets[0].getsockname()[:2]
        address = f"http://{bracketed(host)}:{port}"
        self._banner.show_address(address)
        if self._has_demo:
            self._demo = BackgroundDemo(self._settings.secret, address)
            self._demo.start()
        self._serving = True

    @property
    def _has_demo(self) -> bool:
        return self._settings.demo and self._settings.clock == "system"

    def _stop(self, _arbiter: Any, _worker: Any) -> None:
        if not self._serving:
            return
        if self._demo:
            self._demo.stop()
        if self._platform:
            self._platform.stop()
        tracing.end()
        # A request that never ends would keep the process, and with it the lock, alive.
        os._exit(0)
