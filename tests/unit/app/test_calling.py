"""The gateway's way to a service over HTTP: every byte passed on, every fault a plain refusal."""

import io
import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

from services.app.full.breaker import MOST_FAILURES, Breaker, ServiceSilent
from services.app.full.calling import HttpServices

OK = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX-Told: yes\r\n\r\nhi"
CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"


class Server:
    """Answers each request with the next of its answers, and hangs up on None."""

    def __init__(self) -> None:
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        self.answers: list[bytes | None] = []
        self.requests: list[bytes] = []
        self.connections = 0
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        # Closing alone would still let in the next one.
        self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()

    def _accept(self) -> None:
        while True:
            try:
                line, _ = self._listening.accept()
            except OSError:
                return
            self.connections += 1
            threading.Thread(target=self._serve, args=(line,), daemon=True).start()

    def _serve(self, line: socket.socket) -> None:
        with line:
            while request := line.recv(65536):
                self.requests.append(request)
                answer = self.answers.pop(0)
                if answer is None:
                    return
                line.sendall(answer)
                if b"Connection: close" in answer:
                    return


@pytest.fixture
def server() -> Iterator[Server]:
    server = Server()
    yield server
    with suppress(OSError):
        server.close()


class Told:
    """What a client is told."""

    def __init__(self, services: HttpServices, method: str, path: str, **environ: Any) -> None:
        self.status = ""
        self.headers: dict[str, str] = {}
        body = environ.pop("body", b"")
        asked = {
            "REQUEST_METHOD": method,
            "PATH_INFO": path,
            "wsgi.input": io.BytesIO(body),
            "CONTENT_LENGTH": str(len(body)) if body else "",
            **environ,
        }
        self.body = b"".join(services.call("match", asked, self._start))

    def _start(self, status: str, headers: list[tuple[str, str]]) -> None:
        self.status, self.headers = status, dict(headers)


@pytest.fixture
def services(server: Server) -> HttpServices:
    return HttpServices({"match": server.url}, threads=8)


@pytest.mark.parametrize("name", ["HTTP_IDEMPOTENCY_KEY", "CONTENT_TYPE"])
def test_no_header_becomes_another_request(
    server: Server, services: HttpServices, name: str
) -> None:
    hidden = "a\r\nContent-Length: 0\r\n\r\nGET /api/v1/me HTTP/1.1\r\n"
    with pytest.raises(ValueError, match="line break"):
        Told(services, "POST", "/api/v1/tables", **{name: hidden})
    assert server.requests == []


def test_a_request_is_passed_on_whole(server: Server, services: HttpServices) -> None:
    server.answers = [OK]
    told = Told(
        services,
        "POST",
        "/a b/ñ".encode().decode("latin-1"),
        QUERY_STRING="x=1",
        HTTP_AUTHORIZATION="Bearer word",
        HTTP_X_REQUEST_ID="r1",
        HTTP_CONNECTION="close",
        HTTP_TRANSFER_ENCODING="chunked",
        CONTENT_TYPE="application/json",
        body=b"{}",
    )
    assert (told.status, told.body, told.headers["X-Told"]) == ("200 OK", b"hi", "yes")
    head, _, body = server.requests[0].partition(b"\r\n\r\n")
    lines = head.decode().split("\r\n")
    assert lines[0] == "POST /a%20b/%C3%B1?x=1 HTTP/1.1"
    assert set(lines[1:]) == {
        "AUTHORIZATION: Bearer word",
        "X-REQUEST-ID: r1",
        "Content-Type: application/json",
        "Content-Length: 2",
    }
    assert body == b"{}"


def test_a_connection_is_kept_and_used_again(server: Server, services: HttpServices) -> None:
    server.answers = [OK, OK, OK]
    assert [Told(services, "GET", "/").body for _ in range(3)] == [b"hi"] * 3
    assert server.connections == 1


@pytest.mark.parametrize(
    ("answer", "body"),
    [
        (CHUNKED + b"3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n", b"abcde"),
        (b"HTTP/1.1 204 NO CONTENT\r\n\r\n", b""),
        (b'HTTP/1.1 304 NOT MODIFIED\r\nETag: "x"\r\n\r\n', b""),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 2000000\r\n\r\n" + b"x" * 2000000, b"x" * 2000000),
    ],
)
def test_bodies_of_every_kind_come_whole_and_leave_the_connection_usable(
    server: Server, services: HttpServices, answer: bytes, body: bytes
) -> None:
    server.answers = [answer, OK]
    assert Told(services, "GET", "/").body == body
    assert Told(services, "GET", "/").body == b"hi"
    assert server.connections == 1


def test_a_head_has_no_body(server: Server, services: HttpServices) -> None:
    server.answers = [b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n", OK]
    told = Told(services, "HEAD", "/")
    assert (told.body, told.headers["Content-Length"]) == (b"", "99")
    assert Told(services, "GET", "/").body == b"hi"


def test_an_announced_end_is_respected(server: Server, services: HttpServices) -> None:
    server.answers = [OK.replace(b"X-Told: yes", b"Connection: close"), OK]
    assert Told(services, "POST", "/", body=b"{}").body == b"hi"
    assert Told(services, "POST", "/", body=b"{}").body == b"hi"
    assert server.connections == 2


def test_a_read_on_a_line_that_was_just_hung_up_is_asked_again(
    server: Server, services: HttpServices
) -> None:
    server.answers = [OK, None, OK]
    Told(services, "GET", "/")
    assert Told(services, "GET", "/").body == b"hi"


def test_a_write_whose_fate_is_unknown_is_not_repeated(
    server: Server, services: HttpServices
) -> None:
    server.answers = [OK, None, OK]
    Told(services, "GET", "/")
    with pytest.raises(ServiceSilent):
        Told(services, "POST", "/", body=b"{}")
    assert len(server.requests) == 2


@pytest.mark.parametrize(
    "answer",
    [
        b"SSH-2.0-something\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhi",
        b"HTTP/1.1 200 OK\r\nno header\r\n\r\n",
        b"HTTP/1.1 200 OK\r\n\r\nof unknown length",
        None,
    ],
)
def test_what_is_no_answer_is_none(
    server: Server, services: HttpServices, answer: bytes | None
) -> None:
    server.answers = [answer]
    with pytest.raises(ServiceSilent):
        Told(services, "POST", "/", body=b"{}")


def test_nobody_there_is_told_at_once(services: HttpServices, server: Server) -> None:
    server.close()
    for _ in range(MOST_FAILURES + 1):
        with pytest.raises(ServiceSilent):
            Told(services, "GET", "/")


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def _fail(breaker: Breaker) -> None:
    with pytest.raises(ZeroDivisionError), breaker.call():
        raise ZeroDivisionError


def test_after_failures_in_a_row_one_call_a_second_goes_and_looks() -> None:
    clock = Clock()
    breaker = Breaker(5, clock)
    for _ in range(MOST_FAILURES):
        _fail(breaker)
    _refused(breaker)
    clock.now += 1.1
    _fail(breaker)
    _refused(breaker)
    clock.now += 1.1
    with breaker.call():
        _refused(breaker)
    with breaker.call():
        pass


def test_no_more_than_so_many_calls_wait_for_one_service() -> None:
    breaker = Breaker(1)
    with breaker.call():
        _refused(breaker)
    with breaker.call():
        pass


def _refused(breaker: Breaker) -> None:
    with pytest.raises(ServiceSilent), breaker.call():
        pytest.fail("it was let in")
