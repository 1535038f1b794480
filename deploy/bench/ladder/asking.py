"""Clients of the service: connections kept open, each in a thread, with the gateway's word."""

import http.client
import json
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from random import Random
from typing import Any

from shared.web.tokens import ANYBODY, Caller, sign

SECRET = "b" * 48
OPERATOR = Caller("01890000-0000-7000-8000-000000000001", "Olga", frozenset({"operator"}))
SERVER = Caller("01890000-0000-7000-8000-000000000003", "Cards", frozenset({"game_server"}))


class Busy(Exception):
    """The database did not answer the service in time; clients come again."""


@dataclass
class Service:
    """Where the service listens; one connection a thread."""

    port: int

    def __post_init__(self) -> None:
        self._local = threading.local()

    def ask(self, method: str, path: str, body: Any = None, caller: Caller = ANYBODY) -> Any:
        if not hasattr(self._local, "line"):
            self._local.line = http.client.HTTPConnection("127.0.0.1", self.port)
            self._local.words = {}
        line: http.client.HTTPConnection = self._local.line
        headers = {"Authorization": f"Bearer {self._word(caller)}"}
        given = None
        if body is not None:
            given, headers["Content-Type"] = json.dumps(body), "application/json"
        line.request(method, f"/api/v1/ladder{path}", given, headers)
        answer = line.getresponse()
        read = answer.read()
        if answer.status == 503:
            raise Busy
        if answer.status >= 400:
            raise RuntimeError(f"{method} {path}: {answer.status} {read[:300]!r}")
        return json.loads(read)

    def _word(self, caller: Caller) -> str:
        """Signed anew every few seconds, as the gateway does."""
        until, word = self._local.words.get(caller.account_id, (0.0, ""))
        if time.monotonic() > until:
            word = sign(caller, SECRET, "ladder")
            self._local.words[caller.account_id] = (time.monotonic() + 5, word)
        return str(word)


Ask = Callable[[Service, Random], int]


def per_second(service: Service, ask: Ask, clients: int, seconds: float) -> float:
    """What `ask` counts, by second, with so many clients at once; after a moment to warm up."""
    ask(service, Random(7))
    end = time.monotonic() + seconds

    def work(number: int) -> tuple[int, int]:
        chance, done, busy = Random(f"{ask} {number} {end}"), 0, 0
        while time.monotonic() < end:
            try:
                done += ask(service, chance)
            except Busy:
                busy += 1
        return done, busy

    began = time.monotonic()
    with ThreadPoolExecutor(clients) as pool:
        counted = list(pool.map(work, range(clients)))
    taken = time.monotonic() - began
    if refused := sum(busy for _, busy in counted):
        print(f"({refused} requests were answered 503)")
    return sum(done for done, _ in counted) / taken


def times(service: Service, ask: Ask, repeats: int) -> list[float]:
    """Seconds of each of `repeats` questions, one after the other, the shortest first."""
    taken, chance = [], Random(11)
    for _ in range(repeats):
        began = time.perf_counter()
        ask(service, chance)
        taken.append(time.perf_counter() - began)
    return sorted(taken)
