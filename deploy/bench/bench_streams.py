"""Thousands of listeners to live events on one `justa stream`: memory, and how late they hear.

`python -m deploy.bench.bench_streams [listeners] [events a second] [seconds]` starts PostgreSQL and
a stream process, opens the listeners' connections, and tells public events at a steady rate into
the gateway's database, as its worker does. Then the process is killed and started again while
events go on, and a listener who comes back counts what it missed. The load comes from this machine
too. Beside it, what the same number of writes to the same number of sockets costs without any of
ours: one thread, one small message each.
"""

import os
import selectors
import socket
import sys
import threading
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from urllib.parse import urlsplit

from sqlalchemy import text

from deploy.bench.bench_gateway import new_database
from services.app.composition import BY_NAME
from services.gateway.domain.live import LiveEvent
from services.gateway.live.wire import CHANNEL
from services.gateway.store import live
from shared.clock import SystemClock
from shared.logs import configure_logs
from shared.runtime import Runtime
from shared.settings import Settings
from tests.deployment import Deployment, Process
from tests.servers import postgres_server
from tests.waiting import until

ASK = b"GET /api/v1/events HTTP/1.1\r\nHost: bench\r\n"


class Listeners:
    """Open streams, all read by one thread; when each event came to each of them."""

    def __init__(self, address: str, number: int) -> None:
        self._selector = selectors.DefaultSelector()
        self._lines = [_open(address) for _ in range(number)]
        self.delays: list[float] = []
        self.told: dict[int, float] = {}
        self.let_in = 0
        self._stopping = threading.Event()
        for line in self._lines:
            line.setblocking(False)
            self._selector.register(line, selectors.EVENT_READ)
        self._thread = threading.Thread(target=self._read)
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        self._thread.join()
        for line in self._lines:
            line.close()

    def _read(self) -> None:
        while not self._stopping.is_set():
            for key, _ in self._selector.select(0.1):
                block = key.fileobj.recv(65536)  # type: ignore[union-attr]  # a socket of ours
                now = perf_counter()
                if not block:
                    self._selector.unregister(key.fileobj)
                self.let_in += block.count(b"retry:")
                for part in block.split(b'"round":')[1:]:
                    number = int(part.partition(b"}")[0])
                    if number in self.told:
                        self.delays.append(now - self.told[number])


def _open(address: str, last: str | None = None) -> socket.socket:
    parts = urlsplit(address)
    line = socket.create_connection((parts.hostname, parts.port), 60)
    resume = f"Last-Event-ID: {last}\r\n".encode() if last else b""
    line.sendall(ASK + resume + b"\r\n")
    return line


def tell(gateway: Runtime, number: int) -> None:
    with gateway.writing() as uow:
        live.tell(uow, [LiveEvent("round_opened", {"season_id": "S", "round": number})])
    with gateway.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as line:
        line.execute(text(f"NOTIFY {CHANNEL}"))


def tell_steadily(
    gateway: Runtime, listeners: Listeners, *, first: int, per_second: int, seconds: int
) -> None:
    pause, began = threading.Event(), perf_counter()
    for index in range(per_second * seconds):
        pause.wait(max(0.0, began + index / per_second - perf_counter()))
        listeners.told[first + index] = perf_counter()
        tell(gateway, first + index)
    pause.wait(5)


def megabytes_of(process: Process) -> float:
    """Memory of the process and its children, shared pages counted by their part."""
    assert process.started is not None
    group, total = process.started.pid, 0
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            if os.getpgid(int(entry)) == group:
                rollup = Path(f"/proc/{entry}/smaps_rollup").read_text()
                total += int(rollup.partition("Pss:")[2].split()[0])
        except (OSError, ProcessLookupError):
            continue
    return total / 1024


def bare_milliseconds(number: int) -> float:
    """One message written to so many sockets and read again, by one thread and nothing else."""
    pairs = [socket.socketpair() for _ in range(number)]
    message = b'id: 1-0\nevent: round_opened\ndata: {"season_id":"S","round":1}\n\n'
    began = perf_counter()
    for one, _ in pairs:
        one.send(message)
    for _, other in pairs:
        other.recv(4096)
    took = (perf_counter() - began) * 1000
    for pair in pairs:
        for end in pair:
            end.close()
    return took


def missed_after_restart(gateway: Runtime, stream: Process, first: int) -> int:
    """Events that a listener does not hear who comes back after the process was killed."""
    line = _open(stream.address)
    heard = line.recv(65536)
    while b"id: " not in heard:
        heard += line.recv(65536)
    last = heard.rpartition(b"id: ")[2].split()[0].decode()
    stream.kill()
    for number in range(20):
        tell(gateway, first + number)
    stream.start().ready()
    back, heard = _open(stream.address, last), b""
    back.settimeout(30)
    wanted = {b'"round":%d}' % (first + number) for number in range(20)}
    try:
        while not all(one in heard for one in wanted):
            heard += back.recv(65536)
    except TimeoutError:
        pass
    return sum(1 for one in wanted if heard.count(one) != 1)


def main(number: int, per_second: int, seconds: int) -> None:
    configure_logs("ERROR", as_json=False)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="justa-bench-")))
        url = new_database(stack.enter_context(postgres_server()).url, "gateway")
        databases = dict.fromkeys(BY_NAME, url)
        settings = {"STREAMS": str(number + 50), "LOG_LEVEL": "ERROR"}
        broker = "amqp://nobody@127.0.0.1:1/justa"
        justa = stack.enter_context(Deployment(folder, databases, broker, **settings))
        justa.run("migrate", "gateway")
        secret = justa.environment("gateway")["JUSTA_SECRET"]
        gateway = Runtime(
            BY_NAME["gateway"],
            settings=Settings(data=folder, secret=secret),
            url=url,
            clock=SystemClock(),
            bus=None,
        )
        stream = justa.add("gateway", "stream").ready()
        alone = megabytes_of(stream)
        listeners = Listeners(stream.address, number)
        until(lambda: listeners.let_in == number, 180, "everybody to be let in")
        tell_steadily(gateway, listeners, first=1, per_second=per_second, seconds=1)
        listeners.delays.clear()
        tell_steadily(gateway, listeners, first=10_000, per_second=per_second, seconds=seconds)
        if not listeners.delays:
            raise RuntimeError(f"nobody heard anything: {stream.output[-2000:]}")
        delays = sorted(listeners.delays)
        wanted = number * per_second * seconds
        held = megabytes_of(stream)
        listeners.stop()
        print(f"{number} listeners, {per_second} events/s for {seconds} s")
        print(f"{'heard':36}{len(delays):10} of {wanted}")
        for name, part in (("delay, median", 0.5), ("delay, p99", 0.99)):
            print(f"{name:36}{delays[int(len(delays) * part)] * 1000:10.1f} ms")
        print(f"{'bare writes and reads, one event':36}{bare_milliseconds(number):10.1f} ms")
        print(f"{'memory, nobody listening':36}{alone:10.1f} MB")
        print(f"{'memory, all listening':36}{held:10.1f} MB")
        print(f"{'lost to who comes back':36}{missed_after_restart(gateway, stream, 50_000):10}")
        gateway.stop()


if __name__ == "__main__":
    given = [int(one) for one in sys.argv[1:]]
    main(*(given + [2_000, 50, 10][len(given) :]))
