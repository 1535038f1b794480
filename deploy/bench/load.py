"""A load generator as light as can be: raw requests over kept connections, one after the other."""

import os
import socket
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from time import perf_counter
from urllib.parse import urlsplit


@dataclass(frozen=True)
class Measured:
    """What came of a load: requests a second, and the 99th percentile in milliseconds."""

    per_second: float
    p99_ms: float
    requests: int


def get(path: str, token: str | None = None) -> bytes:
    return _request("GET", path, token, b"")


def post(path: str, token: str, body: bytes) -> bytes:
    return _request("POST", path, token, body)


def drive(
    address: str, requests: Sequence[Sequence[bytes]], *, expected: tuple[bytes, ...] = (b"200",)
) -> Measured:
    """Send each list of requests over a connection of its own, all at once.

    Raises `RuntimeError` for an answer whose status is not among `expected`.
    """
    seconds: list[list[float]] = [[] for _ in requests]
    faults: list[bytes] = []
    together = threading.Barrier(len(requests) + 1)
    lines = [_connected(address) for _ in requests]

    def run(number: int) -> None:
        with lines[number] as line:
            answers = _Answers(line)
            together.wait()
            for request in requests[number]:
                began = perf_counter()
                line.sendall(request)
                status = answers.next_status()
                seconds[number].append(perf_counter() - began)
                if status not in expected:
                    faults.append(status)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(len(requests))]
    for thread in threads:
        thread.start()
    together.wait()
    began = perf_counter()
    for thread in threads:
        thread.join()
    took = perf_counter() - began
    if faults:
        raise RuntimeError(f"{len(faults)} answers were not as expected, such as {faults[0]!r}")
    every = sorted(one for some in seconds for one in some)
    return Measured(len(every) / took, every[int(len(every) * 0.99)] * 1000, len(every))


def answers(address: str, path: str = "/") -> bool:
    """Whether a server is there by now."""
    try:
        drive(address, [[get(path)]])
    except (OSError, RuntimeError):
        return False
    return True


def cpu_seconds(group: int) -> float:
    """Seconds of CPU that the processes of a group have taken so far."""
    ticks = os.sysconf("SC_CLK_TCK")
    return sum(_ticks(entry, group) for entry in os.listdir("/proc") if entry.isdigit()) / ticks


def _ticks(entry: str, group: int) -> int:
    try:
        with open(f"/proc/{entry}/stat") as file:
            fields = file.read().rpartition(")")[2].split()
    except OSError:
        return 0
    return int(fields[11]) + int(fields[12]) if int(fields[2]) == group else 0


def _request(method: str, path: str, token: str | None, body: bytes) -> bytes:
    lines = [f"{method} {path} HTTP/1.1", "Host: bench"]
    if token:
        lines.append(f"Authorization: Bearer {token}")
    if body:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return "\r\n".join([*lines, "", ""]).encode() + body


def _connected(address: str) -> socket.socket:
    parts = urlsplit(address)
    line = socket.create_connection((parts.hostname, parts.port), 10)
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return line


class _Answers:
    """Reads answers of known length, one after the other."""

    def __init__(self, line: socket.socket) -> None:
        self._line = line
        self._read = b""

    def next_status(self) -> bytes:
        while b"\r\n\r\n" not in self._read:
            self._more()
        head, _, rest = self._read.partition(b"\r\n\r\n")
        left = self._length(head) - len(rest)
        while left > 0:
            block = self._line.recv(min(left, 65536))
            if not block:
                raise RuntimeError("the connection was closed in an answer")
            left -= len(block)
            rest = b""
        self._read = b"" if left >= 0 else rest[left:]
        return head[9:12]

    def _more(self) -> None:
        block = self._line.recv(65536)
        if not block:
            raise RuntimeError("the connection was closed")
        self._read += block

    @staticmethod
    def _length(head: bytes) -> int:
        lower = head.lower()
        start = lower.find(b"content-length:")
        if start < 0:
            return 0
        return int(lower[start + 15 :].split(b"\r\n", 1)[0])


def spread(requests: Iterator[bytes] | Sequence[bytes], lines: int) -> list[list[bytes]]:
    """Requests dealt out to so many connections."""
    dealt: list[list[bytes]] = [[] for _ in range(lines)]
    for number, request in enumerate(requests):
        dealt[number % lines].append(request)
    return dealt
