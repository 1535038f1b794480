"""The same database without the service: statements through the driver, as many at a time."""

import threading
import time
from collections.abc import Callable
from random import Random
from typing import Any

import psycopg

Work = Callable[[psycopg.Connection[Any], Random], int]


def connect(url: str) -> psycopg.Connection[Any]:
    return psycopg.connect(url.replace("postgresql+psycopg://", "postgresql://"))


def per_second(url: str, work: Work, clients: int, seconds: float) -> float:
    """What `work` counts, by second, each piece of it a transaction."""
    done = [0] * clients
    end = time.monotonic() + seconds

    def run(number: int) -> None:
        chance = Random(f"bare {number} {end}")
        with connect(url) as line:
            while time.monotonic() < end:
                done[number] += work(line, chance)
                line.commit()

    began = time.monotonic()
    threads = [threading.Thread(target=run, args=(number,)) for number in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(done) / (time.monotonic() - began)


def times(url: str, work: Work, repeats: int) -> list[float]:
    """Seconds of each of `repeats` transactions, the shortest first."""
    taken, chance = [], Random(12)
    with connect(url) as line:
        for _ in range(repeats):
            began = time.perf_counter()
            work(line, chance)
            line.commit()
            taken.append(time.perf_counter() - began)
    return sorted(taken)
