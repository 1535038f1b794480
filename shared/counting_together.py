"""Several processes that count as one: into files of a common folder, which any of them adds up.

To be begun before anybody imports `shared.metrics`, in the process that forks the others.
"""

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

FOLDER = "PROMETHEUS_MULTIPROC_DIR"


@contextmanager
def counting_together() -> Iterator[None]:
    """A fresh folder, gone at the end of the process that made it."""
    assert "prometheus_client" not in sys.modules, "too late: it is decided at the first import"
    maker, folder = os.getpid(), tempfile.mkdtemp(prefix="justa-metrics-")
    os.environ[FOLDER] = folder
    try:
        yield
    finally:
        # A forked process comes by here as well when it ends.
        if os.getpid() == maker:
            shutil.rmtree(folder, ignore_errors=True)


def forget_process(pid: int) -> None:
    """A process is gone: what it had open just now no longer counts."""
    from prometheus_client.multiprocess import mark_process_dead

    mark_process_dead(pid)  # type: ignore[no-untyped-call]
