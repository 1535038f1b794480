"""Looking again until something is so: word from another service that is on its way."""

import threading
import time
from collections.abc import Callable


def wait_until(so: Callable[[], bool], *, patience: float, every: float) -> bool:
    """Ask `so` until it is true; False if it is not within `patience` seconds.

    It is asked at least once, and again after pauses of `every` seconds. No transaction of the
    caller's may be open meanwhile: each look has one of its own.
    """
    until, pause = time.monotonic() + patience, threading.Event()
    while not so():
        if time.monotonic() >= until:
            return False
        pause.wait(every)
    return True
