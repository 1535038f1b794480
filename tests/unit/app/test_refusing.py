"""What is no HTTP request at all is refused in the form that all refusals have."""

import json
from types import SimpleNamespace
from typing import Any

import pytest
from gunicorn.config import Config
from gunicorn.glogging import Logger
from gunicorn.http.errors import InvalidRequestLine, LimitRequestHeaders, LimitRequestLine

from services.app.graceful import GracefulWorker
from services.gateway.domain.errors import TooLarge
from shared.errors import BadRequest, Problem


class Client:
    sent = b""

    def sendall(self, data: bytes) -> None:
        self.sent += data


def refused(error: BaseException) -> tuple[bytes, dict[str, Any]]:
    config = Config()
    worker = GracefulWorker(1, 1, [], SimpleNamespace(), 30, config, Logger(config))
    client = Client()
    worker.handle_error(None, client, ("127.0.0.1", 1), error)
    head, _, body = client.sent.partition(b"\r\n\r\n")
    return head, json.loads(body)


@pytest.mark.parametrize(
    ("error", "status", "kind"),
    [
        (InvalidRequestLine("nonsense"), 400, BadRequest),
        (LimitRequestLine(9000, 8190), 414, TooLarge),
        (LimitRequestHeaders("too many"), 431, TooLarge),
        (RuntimeError("ours"), 500, Problem),
    ],
)
def test_refusals_have_one_form(error: BaseException, status: int, kind: type[Problem]) -> None:
    head, body = refused(error)
    assert (body["status"], body["code"], body["title"]) == (status, kind.code, kind.title)
    assert head.startswith(f"HTTP/1.1 {status} ".encode())
    assert b"application/problem+json" in head
    assert b"X-Request-Id: " in head
    assert "ours" not in str(body)
