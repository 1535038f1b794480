"""gunicorn's worker, as both set-ups run it."""

import json
from contextlib import suppress
from http import HTTPStatus
from typing import Any

from gunicorn.workers.gthread import ThreadWorker

from shared.errors import BadRequest, Problem
from shared.ids import new_id

_TOO_LARGE = (HTTPStatus.REQUEST_URI_TOO_LONG, HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)


class GracefulWorker(ThreadWorker):  # type: ignore[misc]  # gunicorn carries no types
    """Tells the application (`begin_to_stop`) as soon as it is to stop, not when it has stopped,
    and refuses what is no request in the form that all refusals have.
    """

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


def _refusal(status: HTTPStatus) -> bytes:
    problem: type[Problem] = Problem if status >= HTTPStatus.INTERNAL_SERVER_ERROR else BadRequest
    code = "too_large" if status in _TOO_LARGE else problem.code
    body = json.dumps(
        {
            "type": f"urn:justa:problem:{code}",
            "title": problem.title,
            "status": status.value,
            "detail": status.phrase,
            "code": code,
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
