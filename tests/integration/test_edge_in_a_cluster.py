"""The project's own nginx as in Kubernetes: behind an Ingress, before addresses that stay."""

import json
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from werkzeug.serving import make_server

from deploy.bench.edge import edge
from tests.deployment import request
from tests.servers import free_port

BY_INGRESS = {"X-Forwarded-For": "203.0.113.7", "X-Forwarded-Proto": "https"}


def echo(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """A gateway that only says how it was asked."""
    start_response("200 OK", [("Content-Type", "application/json")])
    asked = {name: value for name, value in environ.items() if name.startswith("HTTP_")}
    return [json.dumps(asked | {"path": environ["PATH_INFO"]}).encode()]


@contextmanager
def gateway(port: int) -> Iterator[str]:
    server = make_server("127.0.0.1", port, echo, threaded=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.mark.parametrize(
    ("where", "told", "address", "scheme"),
    [
        # Whoever comes to the edge itself could write anything.
        ("compose", BY_INGRESS, "127.0.0.1", "http"),
        ("kubernetes", BY_INGRESS, "203.0.113.7", "https"),
        # What a client adds stands before what the Ingress adds.
        ("kubernetes", {"X-Forwarded-For": "198.51.100.9, 203.0.113.7"}, "203.0.113.7", "http"),
        ("kubernetes", {}, "127.0.0.1", "http"),
        ("kubernetes", {"X-Forwarded-Proto": "gopher"}, "127.0.0.1", "http"),
    ],
)
@pytest.mark.parametrize("path", ["/", "/static/a.css", "/api/v1/events", "/api/v1/seasons"])
def test_the_gateway_learns_who_asked(
    where: str, told: dict[str, str], address: str, scheme: str, path: str, tmp_path: Path
) -> None:
    with gateway(free_port()) as behind, edge(behind, tmp_path, "x", where) as front:
        answer = request(front, "GET", path, headers=told)
    assert answer.status == 200
    assert answer.body["path"] == path
    assert answer.body["HTTP_X_FORWARDED_FOR"] == address
    assert answer.body["HTTP_X_FORWARDED_PROTO"] == scheme


def test_a_gateway_that_comes_back_is_asked_at_once(tmp_path: Path) -> None:
    """However often nobody answered: in a cluster there is no other address to turn to."""
    port = free_port()
    with edge(f"http://127.0.0.1:{port}", tmp_path, "x", "kubernetes") as front:
        silent = [request(front, "GET", "/api/v1/me").status for _ in range(5)]
        with gateway(port):
            back = request(front, "GET", "/api/v1/me").status
    assert silent == [503] * 5
    assert back == 200
