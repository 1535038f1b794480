"""The gateway's way to the services in the full deployment: HTTP over connections kept open."""

import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Mapping
from typing import Any
from urllib.parse import quote, urlsplit

from services.app.full.breaker import Breaker, ServiceSilent
from services.app.full.connection import MOST_IN_ONE, Answer, BrokenAnswer, Connection
from shared.web.app import MOST_BYTES

SECONDS_KEPT = 20.0
_OF_ONE_HOP = frozenset(
    {"connection", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade", "expect"}
)
# The server in front says these of itself.
_NOT_PASSED_BACK = _OF_ONE_HOP | {"server", "date"}
_REPEATABLE = frozenset({"GET", "HEAD"})
_PLAIN = "/:@!$&'()*+,;=~"

Environ = dict[str, Any]
StartResponse = Callable[..., Any]


class HttpServices:
    """Passes requests on to the services at `urls`, bytes in, bytes out.

    `threads` is how many requests this process answers at once; one service never takes all.
    """

    def __init__(self, urls: Mapping[str, str], *, threads: int) -> None:
        most = max(1, threads * 3 // 4)
        self._lines = {name: _Line(url, most=most) for name, url in urls.items()}

    def call(
        self, service: str, environ: Environ, start_response: StartResponse
    ) -> Iterable[bytes]:
        """Raises before `start_response` if the service does not answer."""
        request = _request(environ)
        answer, body = self._lines[service].ask(environ["REQUEST_METHOD"], request)
        passed = [(n, v) for n, v in answer.headers if n.lower() not in _NOT_PASSED_BACK]
        start_response(answer.status, passed)
        return body


class _Line:
    """The connections to one service; each is let go after a while, so that new processes of the
    service get their share.
    """

    def __init__(self, url: str, *, most: int) -> None:
        parts = urlsplit(url)
        self._host, self._port = parts.hostname or "", parts.port or 80
        self._idle: deque[tuple[float, Connection]] = deque()
        self._breaker = Breaker(most)

    def ask(self, method: str, request: bytes) -> tuple[Answer, Iterable[bytes]]:
        with self._breaker.call():
            try:
                return self._ask(method, request, self._kept())
            except (OSError, BrokenAnswer) as error:
                raise ServiceSilent(f"{self._host}:{self._port}: {error!r}") from error

    def _ask(
        self, method: str, request: bytes, kept: tuple[float, Connection] | None
    ) -> tuple[Answer, Iterable[bytes]]:
        opened, connection = kept or (time.monotonic(), Connection(self._host, self._port))
        try:
            connection.send(request)
            answer = connection.read_head(bodiless=method == "HEAD")
            body = self._body(connection, answer, opened)
            # A small body is read here and now, so that one that breaks off is no answer at all.
            small = answer.length is not None and answer.length <= MOST_IN_ONE
            return answer, list(body) if small else body
        except TimeoutError:
            connection.close()
            raise
        except (OSError, BrokenAnswer):
            connection.close()
            if kept is None or method not in _REPEATABLE:
                raise
            # Closed by the other side as we spoke: reading again does no harm.
            return self._ask(method, request, None)

    def _body(self, connection: Connection, answer: Answer, opened: float) -> Generator[bytes]:
        whole = False
        try:
            yield from connection.read_body(answer)
            whole = True
        finally:
            if whole and answer.keeps_open and time.monotonic() < opened + SECONDS_KEPT:
                self._idle.append((opened, connection))
            else:
                connection.close()

    def _kept(self) -> tuple[float, Connection] | None:
        while self._idle:
            try:
                opened, connection = self._idle.pop()
            except IndexError:
                return None
            if time.monotonic() < opened + SECONDS_KEPT and not connection.is_stale:
                return opened, connection
            connection.close()
        return None


def _request(environ: Environ) -> bytes:
    """The request as it goes on: the same method, address, headers and body."""
    length = environ.get("CONTENT_LENGTH")
    body: bytes = b""
    if length or environ.get("wsgi.input_terminated"):
        # Of a body in chunks that is too long, as much as the service needs to refuse it.
        body = environ["wsgi.input"].read(int(length) if length else MOST_BYTES + 1)
    path = quote(environ["PATH_INFO"].encode("latin-1"), safe=_PLAIN)
    query = environ.get("QUERY_STRING")
    target = f"{path}?{query}" if query else path
    lines = [f"{environ['REQUEST_METHOD']} {target} HTTP/1.1", *_headers(environ)]
    if body or environ["REQUEST_METHOD"] not in _REPEATABLE:
        lines.append(f"Content-Length: {len(body)}")
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + body


def _headers(environ: Environ) -> Iterable[str]:
    for name, value in environ.items():
        if name.startswith("HTTP_"):
            header = name[5:].replace("_", "-")
            if header.lower() not in _OF_ONE_HOP:
                yield _line(header, value)
    if environ.get("CONTENT_TYPE"):
        yield _line("Content-Type", environ["CONTENT_TYPE"])


def _line(header: str, value: str) -> str:
    # The edge refuses such requests; a line break let through here would be a request of its own.
    if "\r" in value or "\n" in value:
        raise ValueError(f"{header} holds a line break")
    return f"{header}: {value}"
