"""Wakes whoever waits for live events in this process, the moment there are some."""

import threading
import weakref
from collections.abc import Callable


class Bell:
    """Rings are counted, so that one between looking and waiting is not missed."""

    def __init__(self) -> None:
        self._rung = threading.Condition()
        self._calls: list[weakref.WeakMethod[Callable[[], None]]] = []
        self.rings = 0

    def ring(self) -> None:
        with self._rung:
            self.rings += 1
            self._rung.notify_all()
        for call in list(self._calls):
            if (woken := call()) is not None:
                woken()

    def call(self, method: Callable[[], None]) -> None:
        """Have a method called at every ring, as long as its object lives."""
        self._calls.append(weakref.WeakMethod(method))

    def wait(self, heard: int, seconds: float) -> None:
        """Wait until it has rung more than `heard` times, or for `seconds`."""
        with self._rung:
            self._rung.wait_for(lambda: self.rings > heard, seconds)


BELL = Bell()
