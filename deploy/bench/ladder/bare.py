"""The same database without the service: statements through the driver, as many at a time."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import psycopg

Work = Callable[[psycopg.Connection[Any], Random], int]


def connect(url: str) -> psycopg.Connection[Any]:
    return psycopg.connect(url.replace("postgresql+psycopg://", "postgresql://"))


def per_second(url: str, work: Work, clients: int, seconds: float) -> float:
    """What `work` counts, by second, each piece of it a transaction."""
    end = time.monotonic() + seconds

    def run(number: int) -> int:
        chance, done = Random(f"bare {number} {end}"), 0
        with connect(url) as line:
            while time.monotonic() < end:
                done += work(line, chance)
                line.commit()
        return done

    began = time.monotonic()
    with ThreadPoolExecutor(clients) as pool:
        done = sum(pool.map(run, range(clients)))
    return done / (time.monotonic() - began)


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
