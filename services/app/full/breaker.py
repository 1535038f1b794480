"""Keeps a service that is away or hangs from holding up the others' requests."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

MOST_FAILURES = 3
PAUSE_SECONDS = 1.0
WAIT_SECONDS = 0.5


class ServiceSilent(Exception):
    """The service did not answer just now, or is not even asked."""


class Breaker:
    """Lets at most `most` calls be under way, and after failures in a row only one a second."""

    def __init__(self, most: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._places = threading.BoundedSemaphore(most)
        self._clock = clock
        self._failures = 0
        self._closed_until = 0.0
        self._lock = threading.Lock()

    @contextmanager
    def call(self) -> Iterator[None]:
        """One call; raises `ServiceSilent` at once where it would be in vain."""
        self._let_in()
        if not self._places.acquire(timeout=WAIT_SECONDS):
            raise ServiceSilent("too many calls are waiting for it")
        try:
            yield
        except Exception:
            self._failed()
            raise
        finally:
            self._places.release()
        self._failures = 0

    def _let_in(self) -> None:
        with self._lock:
            if self._failures < MOST_FAILURES:
                return
            if self._clock() < self._closed_until:
                raise ServiceSilent("it has not answered for a while")
            # This one goes and looks; the others wait for what it finds.
            self._closed_until = self._clock() + PAUSE_SECONDS

    def _failed(self) -> None:
        with self._lock:
            self._failures += 1
            self._closed_until = self._clock() + PAUSE_SECONDS
