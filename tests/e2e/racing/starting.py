"""Requests that start at the same moment, and what became of them."""

import threading
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from tests.clients import Answer

T = TypeVar("T")


def at_once(*calls: Callable[[], T]) -> list[T]:
    """What calls give that all start at the same moment, in the order of the calls."""
    start = threading.Barrier(len(calls))

    def run(call: Callable[[], T]) -> T:
        start.wait()
        return call()

    with ThreadPoolExecutor(len(calls)) as threads:
        return list(threads.map(run, calls))


def outcomes(answers: Sequence[Answer]) -> Counter[int | str]:
    """How often each status came, or the code of a refusal."""
    return Counter(a.body["code"] if a.status >= 400 else a.status for a in answers)


def won(answers: Sequence[Answer]) -> list[Answer]:
    return [answer for answer in answers if answer.status < 300]
