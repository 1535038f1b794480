"""A background thread that does one kind of work until it is told to stop."""

import threading
from collections.abc import Callable

import structlog

from shared.db import AWAY

log = structlog.get_logger()

PAUSE_AFTER_FAILURE = 1.0


class Loop:
    """Calls `turn` again and again; a turn that raises is logged and followed by a pause."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._stopping = threading.Event()
        self._woken = threading.Event()
        self._thread: threading.Thread | None = None

    def turn(self) -> None:
        raise NotImplementedError  # each loop says what one turn is

    def finish(self) -> None:
        """What is left to do when no turn comes any more."""

    def start(self) -> None:
        self._thread = threading.Thread(target=self._run, name=self.name, daemon=True)
        self._thread.start()

    def wake(self) -> None:
        """There may be something to do: end the present wait."""
        self._woken.set()

    def stop(self) -> None:
        self._stopping.set()
        self._woken.set()
        if self._thread and self._thread is not threading.current_thread():
            self._thread.join(timeout=10)

    @property
    def has_died(self) -> bool:
        return self._thread is not None and not self._thread.is_alive() and not self.stopping

    @property
    def stopping(self) -> bool:
        return self._stopping.is_set()

    def rest(self, seconds: float) -> bool:
        """Wait until woken, or for `seconds`; whether somebody woke us."""
        woken = self._woken.wait(seconds)
        self._woken.clear()
        return woken

    def _run(self) -> None:
        while not self.stopping:
            self._guarded(self.turn)
        self._guarded(self.finish)

    def _guarded(self, step: Callable[[], None]) -> None:
        try:
            step()
        except AWAY as error:
            log.warning("database_away", loop=self.name, error=repr(error))
            self._stopping.wait(PAUSE_AFTER_FAILURE)
        except Exception:
            log.exception("loop_failed", loop=self.name)
            self._stopping.wait(PAUSE_AFTER_FAILURE)
