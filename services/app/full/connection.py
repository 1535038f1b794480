"""The barest HTTP/1.1 client: one connection, kept open, one request after the other."""

import select
import socket
from collections.abc import Iterator
from dataclasses import dataclass

CONNECT_SECONDS = 1.0
# More than a service's own limits (statements, obeyed acts) together.
ANSWER_SECONDS = 12.0
MOST_IN_ONE = 1024 * 1024
LONGEST_LINE = 65536
MOST_HEADERS = 100


class BrokenAnswer(Exception):
    """What came is no answer, or not a whole one."""


@dataclass(frozen=True)
class Answer:
    """The head of an answer. `length` of the body in bytes; None: it comes in chunks."""

    status: str
    headers: list[tuple[str, str]]
    length: int | None
    keeps_open: bool


class Connection:
    """A connection to one process of a service."""

    def __init__(self, host: str, port: int) -> None:
        self._socket = socket.create_connection((host, port), CONNECT_SECONDS)
        self._socket.settimeout(ANSWER_SECONDS)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._incoming = self._socket.makefile("rb")

    @property
    def is_stale(self) -> bool:
        """Whether the other side has hung up meanwhile (or talks unasked)."""
        waiting = select.poll()
        waiting.register(self._socket, select.POLLIN)
        return bool(waiting.poll(0))

    def close(self) -> None:
        self._incoming.close()
        self._socket.close()

    def send(self, request: bytes) -> None:
        self._socket.sendall(request)

    def read_head(self, *, bodiless: bool) -> Answer:
        """The head of the answer to come; raises `BrokenAnswer` or `OSError`."""
        version, _, status = self._line().partition(" ")
        if not version.startswith("HTTP/1.") or not status[:3].isdigit():
            raise BrokenAnswer(f"no answer: {version[:20]!r}")
        headers = self._headers()
        known = {name.lower(): value.lower() for name, value in headers}
        keeps_open = version == "HTTP/1.1" and known.get("connection") != "close"
        length = _length_of(known, bodiless=bodiless or status[:3] in ("204", "304"))
        return Answer(status, headers, length, keeps_open)

    def read_body(self, answer: Answer) -> Iterator[bytes]:
        """The body in blocks; raises `BrokenAnswer` or `OSError` if it is not whole."""
        if answer.length is None:
            yield from self._chunks()
            return
        left = answer.length
        while left:
            block = self._read(min(left, MOST_IN_ONE))
            left -= len(block)
            yield block

    def _headers(self) -> list[tuple[str, str]]:
        headers: list[tuple[str, str]] = []
        while line := self._line():
            name, colon, value = line.partition(":")
            if not colon or len(headers) == MOST_HEADERS:
                raise BrokenAnswer("no headers")
            headers.append((name.strip(), value.strip()))
        return headers

    def _chunks(self) -> Iterator[bytes]:
        while size := _chunk_size(self._line()):
            yield self._read(size)
            self._line()
        while self._line():
            """Trailers tell nothing that we pass on."""

    def _line(self) -> str:
        line = self._incoming.readline(LONGEST_LINE)
        if not line.endswith(b"\n"):
            raise BrokenAnswer("the connection was closed")
        return line.decode("latin-1").rstrip("\r\n")

    def _read(self, size: int) -> bytes:
        block = self._incoming.read(size)
        if len(block) < size:
            raise BrokenAnswer("the connection was closed in the middle")
        return block


def _length_of(headers: dict[str, str], *, bodiless: bool) -> int | None:
    if bodiless:
        return 0
    if headers.get("transfer-encoding") == "chunked":
        return None
    try:
        return int(headers["content-length"])
    except (KeyError, ValueError) as error:
        raise BrokenAnswer("a body of unknown length") from error


def _chunk_size(line: str) -> int:
    try:
        return int(line.partition(";")[0], 16)
    except ValueError as error:
        raise BrokenAnswer("no chunk") from error
