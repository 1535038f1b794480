"""The ladder's web process as `justa web ladder` has it: gunicorn, two processes, on PostgreSQL."""

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from deploy.bench.ladder.asking import SECRET, Service
from services.app.full.serving import Serving
from shared.settings import Settings
from tests.servers import free_port

START_SECONDS = 60


@contextmanager
def serving(folder: Path, url: str) -> Iterator[Service]:
    """The service in processes of its own."""
    port = free_port()
    command = [sys.executable, "-m", "deploy.bench.ladder.serving", url, str(port), str(folder)]
    process = subprocess.Popen(command)
    try:
        _await(port)
        yield Service(port)
    finally:
        process.terminate()
        process.wait(30)


def _await(port: int) -> None:
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
    raise RuntimeError("the service did not start")


def main(url: str, port: str, folder: str) -> None:
    settings = Settings(data=Path(folder), secret=SECRET, port=int(port), rate_limits=False)

    def make(settings: Settings) -> tuple[Any, Any]:
        # How metrics are counted is decided before their first import.
        from services.ladder.service import SERVICE
        from shared.clock import SystemClock
        from shared.runtime import Runtime

        runtime = Runtime(SERVICE, settings=settings, url=url, clock=SystemClock(), bus=None)
        return runtime, runtime.web()

    Serving(settings, make, command="bench", workers=2, threads=4).serve()


if __name__ == "__main__":
    main(*sys.argv[1:4])
