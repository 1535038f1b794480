"""Requests that start at the same moment, and what became of them."""

import threading
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TypeVar

from tests.clients import Answer

T = TypeVar("T")


def at_once(*calls: Callable[[], T]) -> list[T]:
    """What calls give that all start at the same moment, in the order of the calls."""
    start, given = threading.Barrier(len(calls)), dict[int, T]()

    def run(number: int, call: Callable[[], T]) -> None:
        start.wait()
        given[number] = call()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [given[number] for number in range(len(calls))]


def outcomes(answers: Sequence[Answer]) -> Counter[int | str]:
    """How often each status came, or the code of a refusal."""
    return Counter(a.body["code"] if a.status >= 400 else a.status for a in answers)


def won(answers: Sequence[Answer]) -> list[Answer]:
    return [answer for answer in answers if answer.status < 300]
