"""What the project's own nginx refuses by itself has the form of all refusals."""

import json
import socket
from collections.abc import Iterator
from http.client import HTTPResponse
from pathlib import Path

import pytest

from deploy.bench.edge import edge
from tests.servers import free_port

END = b"Host: x\r\nConnection: close\r\n\r\n"
SEASONS = b"GET /api/v1/seasons HTTP/1.1\r\n"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, int]]:
    """Where an nginx listens behind which nobody is."""
    folder: Path = tmp_path_factory.mktemp("edge")
    with edge(f"http://127.0.0.1:{free_port()}", folder, "x") as front:
        host, port = front.removeprefix("http://").split(":")
        yield host, int(port)


def answer(address: tuple[str, int], sent: bytes) -> tuple[int, dict[str, str], bytes]:
    with socket.create_connection(address, 30) as line:
        line.sendall(sent)
        told = HTTPResponse(line)
        told.begin()
        return told.status, dict(told.getheaders()), told.read()


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        (b"\x16\x03\x01\x02\x00\r\n\r\n", 400, "bad_request"),
        (b"CONNECT a:80 HTTP/1.1\r\n" + END, 400, "bad_request"),
        (b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\n" + END, 400, "bad_request"),
        (b"GET /api/v1/seasons HTTP/9.9\r\n" + END, 400, "bad_request"),
        (SEASONS + b"bad header\r\n" + END, 400, "bad_request"),
        (SEASONS + b"X-Long: " + b"a" * 70_000 + b"\r\n" + END, 400, "bad_request"),
        (SEASONS + b"Transfer-Encoding: foo\r\n" + END, 400, "bad_request"),
        (b"GET /readyz HTTP/1.1\r\n" + END, 404, "not_found"),
        (b"GET /edge-says/stale HTTP/1.1\r\n" + END, 404, "not_found"),
        (b"TRACE /api/v1/seasons HTTP/1.1\r\n" + END, 405, "method_not_allowed"),
        (
            b"POST /api/v1/sessions HTTP/1.1\r\nContent-Length: 2000000\r\n" + END,
            413,
            "too_large",
        ),
        (SEASONS + END, 503, "service_unavailable"),
    ],
)
def test_a_refusal_of_the_edge_is_a_problem(
    address: tuple[str, int], sent: bytes, status: int, code: str
) -> None:
    told, headers, body = answer(address, sent)
    assert told == status
    assert headers["Content-Type"] == "application/problem+json"
    assert headers["Content-Language"] == "en"
    assert headers["X-Request-Id"]
    problem = json.loads(body)
    assert (problem["status"], problem["code"]) == (status, code)
    assert problem["title"] == problem["detail"] != ""
    assert ("Retry-After" in headers) == (status == 503)


def test_it_is_said_in_the_language_that_was_asked_for(address: tuple[str, int]) -> None:
    _, headers, body = answer(address, SEASONS + b"Accept-Language: es\r\n" + END)
    assert headers["Content-Language"] == "es"
    assert json.loads(body)["title"] == "Esa parte de Justa no responde ahora mismo"
