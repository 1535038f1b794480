"""Waiting for what happens elsewhere: on a condition, with a deadline, and never on hope."""

import threading
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def until(look: Callable[[], T], seconds: float = 60.0, what: str = "it", every: float = 0.02) -> T:
    """Look again and again until `look()` is true, and return it; fails after `seconds`."""
    pause, deadline = threading.Event(), time.monotonic() + seconds
    while not (seen := look()):
        assert time.monotonic() < deadline, f"waited {seconds} s for {what} in vain"
        pause.wait(every)
    return seen
