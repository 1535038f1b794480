"""Word between processes that public reads changed: from the worker to those that keep some."""

import threading
from collections.abc import Iterable
from typing import Any

from sqlalchemy import text

from services.gateway.public_reads.memory import PublicReads, hear_of_changes
from shared.loops import Loop
from shared.runtime import Runtime

CHANNEL = "justa_reads"
WAIT_SECONDS = 1.0
# PostgreSQL takes no more than 8,000 bytes at once.
MOST_TAGS = 100


class ReadsTeller(Loop):
    """In the worker: passes on what changed, many changes at once."""

    def __init__(self, runtime: Runtime) -> None:
        super().__init__(f"{runtime.name}-reads-teller")
        self._engine = runtime.engine
        self._changed: set[str] = set()
        self._lock = threading.Lock()
        hear_of_changes(self)

    def drop(self, tags: Iterable[str]) -> None:
        with self._lock:
            self._changed.update(tags)
        self.wake()

    def turn(self) -> None:
        self.rest(WAIT_SECONDS)
        with self._lock:
            changed, self._changed = sorted(self._changed), set()
        for start in range(0, len(changed), MOST_TAGS):
            self._tell(",".join(changed[start : start + MOST_TAGS]))

    def _tell(self, tags: str) -> None:
        with self._engine.connect().execution_options(isolation_level="AUTOCOMMIT") as line:
            line.execute(
                text("SELECT pg_notify(:channel, :tags)"), {"channel": CHANNEL, "tags": tags}
            )


class ReadsListener(Loop):
    """In a web process: drops what it hears of; all of it when it might have missed some."""

    def __init__(self, runtime: Runtime, reads: PublicReads) -> None:
        super().__init__(f"{runtime.name}-reads-listener")
        self._engine = runtime.engine
        self._reads = reads

    def turn(self) -> None:
        with self._engine.connect().execution_options(isolation_level="AUTOCOMMIT") as line:
            line.execute(text(f"LISTEN {CHANNEL}"))
            self._reads.drop_all()
            driver: Any = line.connection.driver_connection
            while not self.stopping:
                for notice in driver.notifies(timeout=WAIT_SECONDS, stop_after=1):
                    self._reads.drop(notice.payload.split(","))
            # The pool must not keep a connection that listens.
            line.invalidate()
