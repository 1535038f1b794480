"""gunicorn's worker, as both set-ups run it."""

import json
import select
import threading
import time
from contextlib import suppress
from http import HTTPStatus
from typing import Any

from gunicorn.workers.gthread import ThreadWorker

from services.gateway.domain.errors import TooLarge
from shared.errors import BadRequest, Problem
from shared.ids import new_id

# Handing a connection back to be watched, and on to a thread again, costs more than most answers.
STAY_MILLISECONDS = 3
# For each connection that a process has, and at most for so many, it lets the others go first.
LET_OTHERS_SECONDS, MOST_COUNTED = 0.00025, 16
# Then it takes so large a part of what it has already: the processes differ by no more.
PART_TAKEN = 4

_TOO_LARGE = (HTTPStatus.REQUEST_URI_TOO_LONG, HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)


class GracefulWorker(ThreadWorker):  # type: ignore[misc]  # gunicorn carries no types
    """Tells the application (`begin_to_stop`) as soon as it is to stop, not when it has stopped,
    and refuses what is no request in the form that all refusals have.

    A thread that has answered stays with its connection for a moment, unless others wait for one.
    """

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        # Connections given to the threads so far, and taken up by them.
        self._handed_on = self._taken = 0
        self._taking = threading.Lock()

    def enqueue_req(self, conn: Any) -> None:
        # Only the main thread comes here.
        self._handed_on += 1
        super().enqueue_req(conn)

    def accept(self, listener: Any) -> None:
        """Take connections, unless other processes of ours, with fewer, have taken them first.

        The kernel gives one to whoever asks first, mostly the same: one process would have nearly
        all of them, and the others' processors nothing to do. To wait anew for each one would be
        the narrowest place of all where each request comes with a connection of its own.
        """
        for _ in range(self._share()):
            before = self.nr_conns
            super().accept(listener)
            if self.nr_conns == before:
                break

    def _share(self) -> int:
        """How many connections to take at one go, once the others have had time to take them."""
        if self.cfg.workers == 1:
            return 1
        held: int = self.nr_conns
        time.sleep(LET_OTHERS_SECONDS * min(held, MOST_COUNTED))
        return min(1 + held // PART_TAKEN, int(self.worker_connections) - held)

    def handle(self, conn: Any) -> Any:
        with self._taking:
            self._taken += 1
        goes_on = super().handle(conn)
        while goes_on is True and self._next_is_there(conn):
            goes_on = super().handle(conn)
        return goes_on

    def _next_is_there(self, conn: Any) -> bool:
        """Whether the next request on a connection is there, or comes at once."""
        if not self.alive or self._taken < self._handed_on:
            return False
        if conn.parser.unreader.buf.getvalue():
            return True
        waiting = select.poll()
        waiting.register(conn.sock, select.POLLIN)
        return bool(waiting.poll(STAY_MILLISECONDS))

    def handle_exit(self, sig: int, frame: Any) -> None:
        self.app.begin_to_stop()
        super().handle_exit(sig, frame)

    def handle_error(self, req: Any, client: Any, addr: Any, exc: BaseException) -> None:
        overheard = _Overheard()
        super().handle_error(req, overheard, addr, exc)
        with suppress(OSError):
            client.sendall(_refusal(overheard.status))


class _Overheard:
    """Stands in for a client while gunicorn tells it in HTML what is wrong."""

    status = HTTPStatus.INTERNAL_SERVER_ERROR

    def gettimeout(self) -> float:
        return 0.0

    def sendall(self, answer: bytes) -> None:
        self.status = HTTPStatus(int(answer.split(b" ", 2)[1]))


def _kind(status: HTTPStatus) -> type[Problem]:
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return Problem
    return TooLarge if status in _TOO_LARGE else BadRequest


def _refusal(status: HTTPStatus) -> bytes:
    problem = _kind(status)
    body = json.dumps(
        {
            "type": f"urn:justa:problem:{problem.code}",
            "title": problem.title,
            "status": status.value,
            "detail": status.phrase,
            "code": problem.code,
        }
    ).encode()
    head = (
        f"HTTP/1.1 {status.value} {status.phrase}\r\n"
        "Content-Type: application/problem+json\r\n"
        f"Content-Length: {len(body)}\r\n"
        f"X-Request-Id: {new_id()}\r\n"
        "Connection: close\r\n\r\n"
    )
    return head.encode() + body
