"""The demonstration's client waits where it is asked to, and says what it was refused."""

import socket
import threading
from collections.abc import Iterator

import pytest
from werkzeug.serving import make_server
from werkzeug.wrappers import Request, Response

from services.app.demo.account import Account, Login
from services.app.demo.client import Client, GivenUp, Refused, Untimely


class Server:
    """Answers from a list, and keeps what it was asked."""

    def __init__(self) -> None:
        self.answers: list[Response] = []
        self.asked: list[tuple[str, str, str | None]] = []
        self._http = make_server("127.0.0.1", 0, self, threaded=True)
        self._thread = threading.Thread(target=self._http.serve_forever, daemon=True)
        self._thread.start()

    def __call__(self, environ, start_response):
        request = Request(environ)
        token = request.headers.get("Authorization")
        self.asked.append((request.method, request.path, token))
        return self.answers.pop(0)(environ, start_response)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._http.server_port}"

    def close(self) -> None:
        self._http.shutdown()
        self._thread.join()
        self._http.server_close()


@pytest.fixture
def server() -> Iterator[Server]:
    running = Server()
    yield running
    running.close()


def test_it_comes_again_when_it_is_told_to(server):
    waited = []
    client = Client(server.address, lambda seconds: waited.append(seconds) or False)
    server.answers = [Response(status=429, headers={"Retry-After": "7"}), Response('{"now": 1}')]
    assert client.call("GET", "/admin/clock") == {"now": 1}
    assert waited == [7.0]


def test_it_gives_up_while_waiting_when_it_is_to_stop(server):
    server.answers = [Response(status=503)]
    with pytest.raises(GivenUp):
        Client(server.address, lambda _seconds: True).call("GET", "/seasons")


def test_it_comes_again_when_nobody_answers():
    waited = []

    def pause(seconds: float) -> bool:
        waited.append(seconds)
        return len(waited) == 3

    with socket.socket() as deaf:
        deaf.bind(("127.0.0.1", 0))
        client = Client(f"http://127.0.0.1:{deaf.getsockname()[1]}", pause)
        with pytest.raises(GivenUp):
            client.call("GET", "/seasons")
    assert waited == [1.0, 1.0, 1.0]


def test_a_refusal_tells_its_code(server):
    server.answers = [Response('{"code": "not_found"}', 404), Response('{"code": "stale"}', 409)]
    client = Client(server.address, lambda _seconds: False)
    with pytest.raises(Refused) as refusal:
        client.call("GET", "/seasons/x")
    assert (refusal.value.status, refusal.value.code) == (404, "not_found")
    with pytest.raises(Untimely):
        client.call("GET", "/seasons/x")


def test_an_account_logs_in_again_when_its_token_has_run_out(server):
    account = Account(
        Client(server.address, lambda _seconds: False), Login("a@example.org", "p" * 10, "A")
    )
    session = '{"access_token": "%s"}'
    server.answers = [
        Response(session % "one", 201),
        Response('{"code": "unauthorized"}', 401),
        Response(session % "two", 201),
        Response("{}"),
    ]
    assert account.call("GET", "/me") == {}
    assert [token for _, path, token in server.asked if path.endswith("/me")] == [
        "Bearer one",
        "Bearer two",
    ]


def test_an_account_that_is_there_already_is_used_again(server):
    account = Account(
        Client(server.address, lambda _seconds: False), Login("a@example.org", "p" * 10, "A")
    )
    server.answers = [
        Response('{"code": "email_taken"}', 409),
        Response('{"code": "display_name_taken"}', 409),
    ]
    account.register()
    with pytest.raises(Refused):
        account.register()
