"""Live events to thousands of listeners from one thread, over sockets that never make it wait.

The web server reads a request and finds out who asks; then it hands the connection over to here.
Events are read once for all. What a listener has not taken yet waits in a buffer of its own; who
lets too much of it wait is dropped, and comes back with where they left off.
"""

import selectors
import socket
import time
from contextlib import suppress
from dataclasses import dataclass, field

import structlog

from services.gateway.domain.live import LiveEvent, heard
from services.gateway.live.bell import BELL
from services.gateway.live.listener import Listener
from services.gateway.live.streams import BATCH, Pace, message, opening
from services.gateway.live.tail import LiveTail
from services.gateway.store import live, logins
from services.gateway.store.changes import listen
from shared.clock import real_now
from shared.loops import Loop
from shared.runtime import Runtime

log = structlog.get_logger()

MOST_WAITING = 256 * 1024
SECONDS_BETWEEN_CHECKS = 2.0
# News of at least so long go out together: one writing to each listener instead of one an event.
SECONDS_TOGETHER = 0.02
LONGEST_REST = 0.2
# So many are let in between two looks at the news, however many more wait.
MOST_NEW_AT_ONCE = 50


@dataclass(eq=False)
class _Line:
    """One connection."""

    socket: socket.socket
    listener: Listener
    ends_at: float
    beat_at: float
    waiting: bytearray = field(default_factory=bytearray)
    watches_writing: bool = False


class Broadcast(Loop):
    """Owns the connections that were handed over; `add` may be called from any thread."""

    def __init__(self, runtime: Runtime, pace: Pace | None = None) -> None:
        super().__init__(f"{runtime.name}-broadcast")
        self._runtime = runtime
        self._pace = pace or Pace()
        self._selector = selectors.DefaultSelector()
        self._here, self._there = socket.socketpair()
        for end in (self._here, self._there):
            end.setblocking(False)
        self._selector.register(self._here, selectors.EVENT_READ)
        self._new: list[tuple[socket.socket, bytes, Listener]] = []
        self._lines: set[_Line] = set()
        self._of_account: dict[str, set[_Line]] = {}
        # Who has to read what came before the news; stays here until that has gone well.
        self._behind: set[_Line] = set()
        self._tail = LiveTail()
        self._look_at = self._check_at = 0.0
        BELL.call(self.wake)
        listen(self)

    def add(self, connection: socket.socket, head: bytes, listener: Listener) -> None:
        """Take a connection over; `head` goes out first."""
        connection.setblocking(False)
        self._new.append((connection, head, listener))
        self.wake()

    def forget(self, account_id: str) -> None:  # noqa: ARG002  # whoever it is, look at all again
        self._check_at = 0.0
        self.wake()

    def wake(self) -> None:
        with suppress(OSError):
            self._there.send(b"\0")

    def stop(self) -> None:
        self._stopping.set()
        self.wake()
        super().stop()
        for line in list(self._lines):
            self._drop(line)

    def turn(self) -> None:
        ready = self._selector.select(max(0.0, self._next_at() - time.monotonic()))
        began = time.monotonic()
        for key, events in ready:
            if key.data is None:
                self._drain()
            elif events & selectors.EVENT_READ:
                self._hear_nothing(key.data)
            else:
                self._write(key.data)
        # In this order: the first look is where reading on begins, and nobody may have caught up
        # before it, or what was told in between would be told to nobody.
        self._tell_news()
        self._take_new()
        self._let_catch_up()
        self._check()
        self._pass_time(time.monotonic())
        # The more there is to write, the more of it goes together; half the time is left to others.
        took = time.monotonic() - began
        self._stopping.wait(min(max(SECONDS_TOGETHER, took), LONGEST_REST))

    def _next_at(self) -> float:
        if self._new or self._behind:
            return 0.0
        return min(self._look_at, self._check_at) if self._lines else time.monotonic() + 1.0

    def _drain(self) -> None:
        self._look_at = 0.0
        with suppress(OSError):
            while self._here.recv(4096):
                """Many rings are one."""

    def _take_new(self) -> None:
        for _ in range(min(len(self._new), MOST_NEW_AT_ONCE)):
            connection, head, listener = self._new.pop(0)
            now = time.monotonic()
            line = _Line(connection, listener, now + self._pace.life, now + self._pace.heartbeat)
            self._lines.add(line)
            if listener.account_id:
                self._of_account.setdefault(listener.account_id, set()).add(line)
            self._selector.register(connection, selectors.EVENT_READ, line)
            line.waiting += head + opening(self._pace, listener.position)
            self._behind.add(line)

    def _tell_news(self) -> None:
        if time.monotonic() < self._look_at:
            return
        self._look_at = time.monotonic() + self._pace.look
        with self._runtime.reading() as uow:
            rows = self._tail.read(uow)
        touched: set[_Line] = set()
        for event, number in rows:
            touched |= self._tell(event, number)
        for line in touched:
            self._write(line)

    def _tell(self, event: LiveEvent, number: int) -> set[_Line]:
        """Put one event before its listeners; those who now have something to be sent."""
        ready: dict[int, bytes] = {}
        told: set[_Line] = set()
        of_all = event.audience is None
        lines = self._lines if of_all else self._of_account.get(str(event.audience), set())
        for line in lines:
            position = line.listener.position
            had = position.public if of_all else position.own
            if number == had + 1:
                line.listener.position = heard(position, event, number)
                other = position.own if of_all else position.public
                if other not in ready:
                    ready[other] = message(line.listener.position, event)
                line.waiting += ready[other]
                told.add(line)
            elif number > had:
                # One before it has not been seen here: the listener's own order is what counts.
                self._behind.add(line)
        return told

    def _let_catch_up(self) -> None:
        while self._behind:
            line = next(iter(self._behind))
            self._catch_up(line)
            self._behind.discard(line)
            self._write(line)

    def _catch_up(self, line: _Line) -> None:
        listener = line.listener
        while True:
            with self._runtime.reading() as uow:
                found = live.after(uow, listener.position, listener.account_id, BATCH)
            for event, number in found:
                listener.position = heard(listener.position, event, number)
                line.waiting += message(listener.position, event)
            if len(found) < BATCH or len(line.waiting) > MOST_WAITING:
                return

    def _check(self) -> None:
        """Whose login is over, or whose account is suspended, listens no more."""
        if time.monotonic() < self._check_at:
            return
        self._check_at = time.monotonic() + SECONDS_BETWEEN_CHECKS
        ids = {line.listener.login_id for line in self._lines if line.listener.login_id}
        with self._runtime.reading() as uow:
            still_in = logins.still_in(uow, sorted(ids), real_now()) if ids else set()
        for line in [one for one in self._lines if one.listener.login_id]:
            if line.listener.login_id not in still_in:
                self._drop(line)

    def _pass_time(self, now: float) -> None:
        for line in list(self._lines):
            if now >= line.ends_at or self._runtime.stopping.is_set():
                self._drop(line)
            elif now >= line.beat_at:
                line.waiting += b":\n\n"
                self._write(line)

    def _write(self, line: _Line) -> None:
        if line not in self._lines:
            return
        try:
            while line.waiting and (sent := line.socket.send(line.waiting)):
                del line.waiting[:sent]
        except BlockingIOError:
            pass
        except OSError:
            self._drop(line)
            return
        line.beat_at = time.monotonic() + self._pace.heartbeat
        if len(line.waiting) > MOST_WAITING:
            log.info("slow_listener_dropped", waiting=len(line.waiting))
            self._drop(line)
        elif bool(line.waiting) != line.watches_writing:
            line.watches_writing = bool(line.waiting)
            wanted = selectors.EVENT_READ | (selectors.EVENT_WRITE if line.waiting else 0)
            self._selector.modify(line.socket, wanted, line)

    def _hear_nothing(self, line: _Line) -> None:
        """A listener says nothing; what can be read is the end."""
        try:
            if line.socket.recv(4096):
                return
        except BlockingIOError:
            return
        except OSError:
            pass
        self._drop(line)

    def _drop(self, line: _Line) -> None:
        if line not in self._lines:
            return
        self._lines.discard(line)
        self._behind.discard(line)
        same = self._of_account.get(line.listener.account_id or "", set())
        same.discard(line)
        if not same:
            self._of_account.pop(line.listener.account_id or "", None)
        self._selector.unregister(line.socket)
        line.listener.leave()
        with suppress(OSError):
            line.socket.shutdown(socket.SHUT_RDWR)
        line.socket.close()
