"""Word between processes that there are live events: from the worker to those who have listeners.

Where all is one process, the bell alone does it.
"""

from typing import Any

from sqlalchemy import text

from services.gateway.live.bell import BELL
from shared.loops import Loop
from shared.runtime import Runtime

CHANNEL = "justa_live"
WAIT_SECONDS = 1.0


class LiveTeller(Loop):
    """In the worker: passes on that the bell has rung, many rings at once."""

    def __init__(self, runtime: Runtime) -> None:
        super().__init__(f"{runtime.name}-live-teller")
        self._engine = runtime.engine
        self._heard = BELL.rings

    def turn(self) -> None:
        BELL.wait(self._heard, WAIT_SECONDS)
        rings = BELL.rings
        if rings > self._heard:
            with self._engine.connect().execution_options(isolation_level="AUTOCOMMIT") as line:
                line.execute(text(f"NOTIFY {CHANNEL}"))
            self._heard = rings


class LiveListener(Loop):
    """In a stream process: rings the bell when told.

    Each listener looks by itself every second, so that a word that is lost costs no more.
    """

    def __init__(self, runtime: Runtime) -> None:
        super().__init__(f"{runtime.name}-live-listener")
        self._engine = runtime.engine

    def turn(self) -> None:
        with self._engine.connect().execution_options(isolation_level="AUTOCOMMIT") as line:
            line.execute(text(f"LISTEN {CHANNEL}"))
            driver: Any = line.connection.driver_connection
            while not self.stopping:
                for _ in driver.notifies(timeout=WAIT_SECONDS, stop_after=1):
                    BELL.ring()
            # The pool must not keep a connection that listens.
            line.invalidate()
