"""A thread of the web server stays with a connection whose next request is there already."""

import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any

import pytest
from gunicorn.config import Config
from gunicorn.glogging import Logger
from gunicorn.workers.gthread import TConn

from services.app.graceful import GracefulWorker

HERE = ("127.0.0.1", 80)
ASK = b"GET /%d HTTP/1.1\r\nHost: here\r\n\r\n"


class Application:
    def begin_to_stop(self) -> None:
        """Nothing goes on by itself here."""


def answer(environ: dict[str, Any], start_response: Any) -> list[bytes]:
    start_response("200 OK", [("Content-Length", "2")])
    return [environ["PATH_INFO"].encode()]


@pytest.fixture
def worker() -> Iterator[GracefulWorker]:
    config = Config()
    worker = GracefulWorker(1, 1, [], Application(), 30, config, Logger(config))
    worker.wsgi = answer
    worker.method_queue.init()
    with ThreadPoolExecutor(1) as worker.tpool:
        yield worker
    worker.method_queue.close()


def handled(worker: GracefulWorker) -> tuple[bool, bytes]:
    """Whether a connection with two requests in it is to be kept on, and what was answered."""
    client, served = socket.socketpair()
    with client, served:
        client.sendall(ASK % 1 + ASK % 2)
        goes_on = worker.handle(TConn(worker.cfg, served, HERE, HERE))
        return goes_on, client.recv(65536)


def test_both_requests_are_answered_at_one_go(worker: GracefulWorker) -> None:
    goes_on, answers = handled(worker)
    assert (goes_on, answers.count(b"200 OK"), answers[-2:]) == (True, 2, b"/2")


def test_whoever_waits_for_a_thread_comes_first(worker: GracefulWorker) -> None:
    worker._handed_on = 2
    goes_on, answers = handled(worker)
    assert (goes_on, answers.count(b"200 OK"), answers[-2:]) == (True, 1, b"/1")


def test_a_worker_that_is_to_stop_stays_with_nobody(worker: GracefulWorker) -> None:
    worker.alive = False
    _, answers = handled(worker)
    assert answers.count(b"200 OK") == 1


def test_whoever_has_connections_lets_another_process_go_first(
    worker: GracefulWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken: list[socket.socket] = []

    def another_takes_it(seconds: float) -> None:
        if seconds:
            taken.append(listener.accept()[0])

    monkeypatch.setattr("services.app.graceful.time.sleep", another_takes_it)
    worker.cfg.set("workers", 2)
    worker.nr_conns = 3
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.setblocking(False)
        with socket.create_connection(listener.getsockname()):
            worker.accept(listener)
        assert (worker.nr_conns, len(taken)) == (3, 1)
        taken[0].close()


def test_the_only_process_waits_for_nobody(
    worker: GracefulWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    def wait(_seconds: float) -> None:
        raise AssertionError("for whom?")

    monkeypatch.setattr("services.app.graceful.time.sleep", wait)
    worker.nr_conns = 3
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.setblocking(False)
        with socket.create_connection(listener.getsockname()):
            worker.accept(listener)
        assert worker.nr_conns == 4


def test_whoever_has_many_takes_several_after_one_wait(
    worker: GracefulWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[float] = []
    monkeypatch.setattr("services.app.graceful.time.sleep", waits.append)
    worker.cfg.set("workers", 2)
    worker.nr_conns = 8
    with socket.create_server(("127.0.0.1", 0)) as listener, ExitStack() as clients:
        listener.setblocking(False)
        for _ in range(4):
            clients.enter_context(socket.create_connection(listener.getsockname()))
        for then in (11, 12):
            worker.accept(listener)
            assert worker.nr_conns == then
    assert len(waits) == 2


def test_no_process_takes_more_than_it_has_places(
    worker: GracefulWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.app.graceful.time.sleep", lambda _seconds: None)
    worker.cfg.set("workers", 2)
    worker.nr_conns, worker.worker_connections = 8, 9
    with socket.create_server(("127.0.0.1", 0)) as listener, ExitStack() as clients:
        listener.setblocking(False)
        for _ in range(2):
            clients.enter_context(socket.create_connection(listener.getsockname()))
        worker.accept(listener)
    assert worker.nr_conns == 9
