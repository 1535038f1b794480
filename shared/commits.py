"""Commits are counted, so that whoever waits for rest is not deceived by one that is under way."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager


class Commits:
    """The commits of one service in this process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._begun = self._ended = 0

    @contextmanager
    def one(self) -> Iterator[None]:
        """A commit, or what fails to become one."""
        with self._lock:
            self._begun += 1
        try:
            yield
        finally:
            with self._lock:
                self._ended += 1

    def settled(self) -> int | None:
        """How many there were; None while one is under way.

        It may be seen already by others then, and not by its own thread. Where the same number is
        told before and after a look, the look fell between two commits.
        """
        with self._lock:
            return self._ended if self._begun == self._ended else None
