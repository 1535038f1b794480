"""Public reads, kept for a second at most: quick, fresh after events, and nobody's own."""

import threading
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from services.gateway.public_reads.memory import PublicReads, reads_of
from tests.service.gateway.announcing import closed, duel, result, solving, table
from tests.service.gateway.gateway_under_test import FakeServices, Gateway


class Tagging(FakeServices):
    """Services whose answers carry an ETag and count how often they were asked."""

    def __init__(self, secret: str) -> None:
        super().__init__(secret)
        self.asked: list[str] = []
        self.cache_control = "no-cache"
        self.status = "200 OK"
        self.condition: str | None = None
        self.may_be_conditional = False

    def call(self, service: str, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        self.asked.append(f"{service} {environ['PATH_INFO']}")
        self.meanwhile()
        number = len(self.asked)
        self.condition = environ.get("HTTP_IF_NONE_MATCH")
        assert self.condition is None or self.may_be_conditional
        headers = [("ETag", f'"{number}"'), ("Cache-Control", self.cache_control)]
        start_response(self.status, [*headers, ("Content-Type", "application/json")])
        return [f'{{"answer": {number}}}'.encode()]


@pytest.fixture
def services(gateway: Gateway) -> Tagging:
    return _tagging(gateway)


def _tagging(gateway: Gateway) -> Tagging:
    tagging = Tagging(gateway.settings.secret)
    gateway.services = tagging
    ports = gateway.runtime.extras["ports"]
    gateway.runtime.extras["ports"] = type(ports)(
        services=tagging, openapi=ports.openapi, move_clock=ports.move_clock
    )
    reads_of(gateway.runtime)._clock = lambda: 0.0
    return tagging


def _answer(gateway: Gateway, path: str, token: str | None = None, **headers: str) -> int:
    return int(gateway.get(path, token, headers=headers).json["answer"])


def test_a_public_read_is_asked_for_once_a_second(gateway: Gateway, services: Tagging) -> None:
    now = [0.0]
    reads_of(gateway.runtime)._clock = lambda: now[0]
    first = gateway.get("/seasons/S/standings")
    again = gateway.get("/seasons/S/standings")
    assert (again.data, again.headers["ETag"]) == (first.data, first.headers["ETag"])
    assert again.headers["X-Request-Id"] != first.headers["X-Request-Id"]
    assert _answer(gateway, "/seasons/S/standings?round=1") == 2
    now[0] += gateway.settings.public_reads_seconds
    assert _answer(gateway, "/seasons/S/standings") == 3
    assert services.asked == ["standings /api/v1/seasons/S/standings"] * 3


def test_with_no_seconds_every_read_is_asked_for(tmp_path: Path) -> None:
    gateway = Gateway(tmp_path, public_reads_seconds=0.0)
    services = _tagging(gateway)
    assert [_answer(gateway, "/seasons") for _ in range(2)] == [1, 2]
    services.may_be_conditional = True
    gateway.get("/seasons", headers={"If-None-Match": '"2"'})
    assert (len(services.asked), services.condition) == (3, '"2"')
    gateway.close()


def test_its_age_counts_from_the_question_not_from_the_answer(
    gateway: Gateway, services: Tagging
) -> None:
    now = [0.0]
    reads_of(gateway.runtime)._clock = lambda: now[0]

    def slow() -> None:
        now[0] += 0.6

    services.meanwhile = slow
    assert _answer(gateway, "/seasons") == 1
    now[0] = gateway.settings.public_reads_seconds
    assert _answer(gateway, "/seasons") == 2


@pytest.mark.parametrize(
    ("seconds", "asked", "word", "kept"),
    [
        # To the end of the second in which it was asked for, here and at the edge.
        (1.0, 100.25, "@100", 0.75),
        (1.0, 100.0, "@100", 1.0),
        (0.5, 100.75, "@100", 0.25),
        # No whole second ends in time: nothing for the edge.
        (0.5, 100.25, None, 0.5),
    ],
)
def test_an_edge_in_front_is_told_until_when(
    seconds: float, asked: float, word: str | None, kept: float
) -> None:
    now, number = [7.0], 0

    def ask(_: Any, start_response: Any) -> list[bytes]:
        nonlocal number
        number += 1
        start_response("200 OK", [("ETag", f'"{number}"')])
        return [b"x"]

    reads = PublicReads(seconds, clock=lambda: now[0], wall=lambda: asked)
    told: list[dict[str, str]] = []

    def read() -> None:
        environ = {"PATH_INFO": "/api/v1/seasons"}
        reads.answer(environ, lambda _, headers: told.append(dict(headers)), ask)

    read()
    now[0] += kept - 0.125
    read()
    assert [headers.get("X-Accel-Expires") for headers in told] == [word, word]
    assert number == 1
    now[0] += 0.125
    read()
    assert number == 2


def test_nobody_in_front_is_told_nothing(gateway: Gateway, services: Tagging) -> None:
    assert "X-Accel-Expires" not in gateway.get("/seasons").headers
    assert len(services.asked) == 1


def test_a_client_that_has_it_is_told_so(gateway: Gateway, services: Tagging) -> None:
    for _ in range(2):
        same = gateway.get("/seasons", headers={"If-None-Match": '"9", W/"1"'})
        assert (same.status_code, same.data, same.headers["ETag"]) == (304, b"", '"1"')
        assert "Content-Type" not in same.headers
    assert gateway.get("/seasons", headers={"If-None-Match": '"2"'}).status_code == 200
    assert len(services.asked) == 1


def test_whoever_has_a_login_is_always_answered_afresh(gateway: Gateway, services: Tagging) -> None:
    ana = gateway.player("Ana")
    assert _answer(gateway, "/matches/M") == 1
    assert _answer(gateway, "/matches/M", ana.token) == 2
    assert _answer(gateway, "/matches/M") == 1
    assert _answer(gateway, "/matches/M", ana.token) == 3
    assert len(services.asked) == 3


@pytest.mark.parametrize("kind", ["private", "no-store", "refused", "own", "head"])
def test_what_is_not_for_all_is_not_kept(gateway: Gateway, services: Tagging, kind: str) -> None:
    method, path = "GET", "/seasons/S"
    if kind in ("private", "no-store"):
        services.cache_control = kind
    elif kind == "refused":
        services.status = "404 NOT FOUND"
    elif kind == "own":
        path = "/me/matches"
    else:
        method = "HEAD"
    for _ in range(2):
        gateway.call(method, path)
    assert len(services.asked) == 2


@pytest.mark.parametrize(
    ("event", "dropped"),
    [
        (solving(1), ["/seasons", "/seasons/S", "/seasons/S/rounds/1/matches"]),
        (closed(1), ["/seasons", "/seasons/S", "/seasons/S/rounds/1/matches"]),
        (table(1), ["/seasons", "/seasons/S", "/seasons/S/rounds/1/matches"]),
        (result("ana", "bea"), ["/matches/M", "/seasons/S", "/seasons/S/rounds/1/matches"]),
        # What a player does in secret is not even to be guessed from how fast an answer comes.
        (duel("ana"), []),
    ],
)
def test_an_event_drops_what_it_changes_and_nothing_else(
    gateway: Gateway, services: Tagging, event: Any, dropped: list[str]
) -> None:
    kept = ["/seasons", "/seasons/S", "/seasons/S/rounds/1/matches", "/matches/M"]
    others = ["/seasons/T", "/matches/N", "/ladder/seasons"]
    before = {path: _answer(gateway, path) for path in kept + others}
    gateway.hear(event)
    changed = [path for path in kept + others if _answer(gateway, path) != before[path]]
    assert sorted(changed) == sorted(dropped)
    assert len(services.asked) == len(kept + others) + len(dropped)


@pytest.mark.usefixtures("services")
@pytest.mark.parametrize("call", ["/games", "/games/start", "/games/batch"])
def test_a_reported_game_is_in_the_ladder_at_once(gateway: Gateway, call: str) -> None:
    body, operator = {"name": "S", "role": "game_server"}, gateway.operator()
    key = gateway.post("/api-keys", body, operator.token).json
    paths = ["/ladder/seasons/S/players/P/games", "/seasons"]
    before = [_answer(gateway, path) for path in paths]
    gateway.post(f"/ladder{call}", {}, key["key"])
    games, seasons = (_answer(gateway, path) for path in paths)
    assert games > before[0]
    assert seasons == before[1]


def test_whoever_writes_reads_it_and_secret_moves_drop_nothing(
    gateway: Gateway, services: Tagging
) -> None:
    ana = gateway.player("Ana")
    paths = ["/seasons/S/participants", "/seasons/T", "/matches/M", "/seasons"]

    def seen() -> list[int]:
        return [_answer(gateway, path) for path in paths]

    first = seen()
    for method, path in (
        ("PUT", "/matches/M/code"),
        ("POST", "/matches/M/attempts"),
        ("POST", "/matches/M/clues"),
    ):
        gateway.call(method, path, {}, ana.token)
        assert seen() == first
    gateway.post("/seasons/S/registration", {}, ana.token)
    second = seen()
    assert [a == b for a, b in zip(first, second, strict=True)] == [False, True, True, False]
    gateway.post("/seasons/T/postpone", {"reason": "x"}, gateway.operator().token)
    assert not set(second) & set(seen())
    assert "match /api/v1/matches/M/code" in services.asked


def test_what_was_asked_for_before_a_change_is_not_kept_after_it(
    gateway: Gateway, services: Tagging
) -> None:
    services.meanwhile = lambda: gateway.hear(closed(1))
    assert _answer(gateway, "/seasons/S") == 1
    services.meanwhile = lambda: None
    assert _answer(gateway, "/seasons/S") == 2
    assert _answer(gateway, "/seasons/S") == 2


def test_of_many_who_want_the_same_at_once_one_asks() -> None:
    reads, overlapping = PublicReads(1.0, clock=lambda: 0.0), threading.Barrier(2)
    asked, answers, overlaps = [], [], []

    def ask(_: Any, start_response: Any) -> list[bytes]:
        asked.append(1)
        with suppress(threading.BrokenBarrierError):
            # Another who asks meanwhile would meet this one here.
            overlapping.wait(0.3)
            overlaps.append(1)
        start_response("200 OK", [("ETag", '"x"')])
        return [b"x"]

    def read() -> None:
        environ = {"PATH_INFO": "/api/v1/seasons"}
        answers.append(list(reads.answer(environ, lambda *_: None, ask)))

    readers = [threading.Thread(target=read) for _ in range(8)]
    for reader in readers:
        reader.start()
    for reader in readers:
        reader.join()
    assert (len(asked), overlaps, answers) == (1, [], [[b"x"]] * 8)
    assert reads._flights == {}


def test_what_is_not_kept_everybody_asks_for() -> None:
    reads, asked = PublicReads(1.0, clock=lambda: 0.0), []

    def ask(_: Any, start_response: Any) -> list[bytes]:
        asked.append(1)
        start_response("404 NOT FOUND", [])
        return [b"none"]

    environ = {"PATH_INFO": "/api/v1/seasons/none"}
    readers = [
        threading.Thread(target=lambda: reads.answer(environ, lambda *_: None, ask))
        for _ in range(4)
    ]
    for reader in readers:
        reader.start()
    for reader in readers:
        reader.join()
    assert len(asked) == 4
    assert reads._flights == {}


def test_the_memory_is_bounded_in_bytes() -> None:
    reads = PublicReads(1.0, clock=lambda: 0.0, most_bytes=50_000)

    def ask(_: Any, start_response: Any) -> list[bytes]:
        start_response("200 OK", [("ETag", '"x"')])
        return [b"x" * 3000]

    for number in range(100):
        environ = {"PATH_INFO": f"/api/v1/seasons/{number}", "QUERY_STRING": ""}
        assert reads.answer(environ, lambda *_: None, ask) == [b"x" * 3000]
        assert reads._bytes <= 50_000
    assert len(reads._kept) == 10
    assert set(reads._keys) == {f"seasons/{number}" for number in range(90, 100)}
    reads.drop([f"seasons/{number}" for number in range(100)])
    assert (reads._bytes, reads._kept, reads._keys) == (0, {}, {})


def test_many_at_once_leave_the_count_of_bytes_right() -> None:
    reads = PublicReads(1.0, most_bytes=20_000)

    def ask(_: Any, start_response: Any) -> list[bytes]:
        start_response("200 OK", [("ETag", '"x"')])
        return [b"x" * 100]

    def read(seed: int) -> None:
        for number in range(200):
            environ = {"PATH_INFO": f"/api/v1/seasons/{(seed * number) % 17}"}
            list(reads.answer(environ, lambda *_: None, ask))
            if number % 7 == 0:
                reads.drop([f"seasons/{number % 17}"])

    readers = [threading.Thread(target=read, args=(seed,)) for seed in range(1, 5)]
    for reader in readers:
        reader.start()
    for reader in readers:
        reader.join()
    assert reads._bytes == sum(kept.size for kept in reads._kept.values())
    assert {key for keys in reads._keys.values() for key in keys} == set(reads._kept)
