"""Thousands of listeners on one thread: each hears its own, and nobody waits for anybody."""

import socket
import time
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from services.gateway.domain.live import LiveEvent, Position
from services.gateway.live import broadcast as module
from services.gateway.live.broadcast import Broadcast
from services.gateway.live.handing_over import LISTENERS, handing_over
from services.gateway.live.listener import Listener
from services.gateway.live.streams import Pace
from services.gateway.live.tail import SECONDS_WAITED, LiveTail
from services.gateway.tables.live import LiveEventRow
from shared.clock import real_now
from tests.service.gateway.announcing import closed, duel, solving
from tests.service.gateway.gateway_under_test import Gateway
from tests.waiting import until

PATIENCE = 20.0
HEAD = b"HTTP/1.1 200 OK\r\n\r\n"


class Heard:
    """The client's end of a connection."""

    def __init__(
        self,
        broadcast: Broadcast,
        account_id: str | None = None,
        login_id: str | None = None,
        position: Position | None = None,
        room: int | None = None,
    ) -> None:
        self.line, other = socket.socketpair()
        if room:
            other.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, room)
        self.line.settimeout(PATIENCE)
        self.left: list[bool] = []
        leave = lambda: self.left.append(True)  # noqa: E731
        listener = Listener(account_id, login_id, position or Position(), leave)
        broadcast.add(other, HEAD, listener)
        self.text = b""

    def until(self, wanted: bytes) -> bytes:
        """Read on until `wanted` has come; what had not been read before."""
        start, last = len(self.text), time.monotonic() + PATIENCE
        while wanted not in self.text[start:]:
            assert time.monotonic() < last, f"{wanted!r} did not come after {self.text!r}"
            block = self.line.recv(65536)
            assert block, f"it ended after {self.text[-200:]!r}"
            self.text += block
        return self.text[start:]

    def ids(self) -> list[str]:
        return [line[4:] for line in self.text.decode().splitlines() if line.startswith("id: ")]

    def ended(self) -> bool:
        while block := self.line.recv(65536):
            self.text += block
        return True


@pytest.fixture
def broadcast(gateway: Gateway) -> Iterator[Broadcast]:
    running = Broadcast(gateway.runtime)
    running.start()
    yield running
    running.stop()


def test_all_hear_what_is_for_all_and_each_what_is_theirs(
    gateway: Gateway, broadcast: Broadcast
) -> None:
    nobody, ana, bea = Heard(broadcast), Heard(broadcast, "ana"), Heard(broadcast, "bea")
    for one in (nobody, ana, bea):
        assert one.until(b"id: 0-0\n\n").startswith(HEAD + b"retry: 2000\n")
    gateway.hear(duel("ana"), solving(1), duel("bea", "N"))
    assert b'id: 0-1\nevent: duel_changed\ndata: {"match_id":"M"}' in ana.until(b"solving_opened")
    bea.until(b'"match_id":"N"')
    nobody.until(b"solving_opened")
    assert nobody.ids()[1:] == ["1-0", "2-0"]
    assert ana.ids()[1:] == ["0-1", "1-1", "2-1"]
    assert bea.ids()[-1] == "2-1"
    assert b"duel_changed" not in nobody.text
    assert b'"M"' not in bea.text


def test_who_comes_back_has_lost_nothing_though_the_process_is_another(gateway: Gateway) -> None:
    first = Broadcast(gateway.runtime)
    first.start()
    before = Heard(first, "ana")
    gateway.hear(solving(1), duel("ana"))
    before.until(b"duel_changed")
    first.stop()
    assert before.ended()
    gateway.hear(closed(1), duel("ana", "N"))
    second = Broadcast(gateway.runtime)
    second.start()
    after = Heard(second, "ana", position=Position(2, 1))
    gateway.hear(duel("ana", "O"))
    after.until(b'"match_id":"O"')
    assert after.ids() == ["2-1", "3-1", "3-2", "3-3"]
    assert b'"match_id":"N"' in after.text
    second.stop()


def test_what_comes_while_the_first_listener_catches_up_is_heard(
    gateway: Gateway, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = Broadcast(gateway.runtime)
    catch_up = running._catch_up

    def slowly(line: Any) -> None:
        catch_up(line)
        gateway.hear(duel("ana", "O"))

    monkeypatch.setattr(running, "_catch_up", slowly)
    listening = Heard(running, "ana")
    running.start()
    listening.until(b'"match_id":"O"')
    running.stop()


def test_a_database_that_is_away_for_a_moment_costs_nobody_an_event(
    gateway: Gateway, broadcast: Broadcast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What one comes back to is told once it can be read, whether anything follows it or not."""
    gateway.hear(duel("ana"))
    read, failures = module.live.after, [OperationalError("SELECT", {}, Exception("away"))]

    def after(*given: Any) -> Any:
        if failures:
            raise failures.pop()
        return read(*given)

    monkeypatch.setattr(module.live, "after", after)
    listening = Heard(broadcast, "ana")
    listening.until(b'"match_id":"M"')
    assert listening.ids() == ["0-0", "0-1"]
    assert not failures


def test_a_slow_listener_is_dropped_and_the_others_hear_on(
    gateway: Gateway, broadcast: Broadcast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_WAITING", 2_000)
    slow, quick = Heard(broadcast, "ana", room=4_096), Heard(broadcast)
    quick.until(b"id: 0-0\n\n")
    for number in range(400):
        gateway.hear(*(duel("ana", f"{number}-{n}") for n in range(20)))
        if slow.left:
            break
    assert slow.left == [True]
    assert slow.ended()
    gateway.hear(solving(1))
    quick.until(b"solving_opened")


@pytest.mark.parametrize("end", ["logout", "suspension", "deletion"])
def test_a_listener_is_gone_with_the_login(
    gateway: Gateway, broadcast: Broadcast, end: str
) -> None:
    ana, operator = gateway.player("Ana"), gateway.operator()
    (login,) = gateway.get("/me/sessions", ana.token).json["items"]
    heard, other = Heard(broadcast, ana.id, login["id"]), Heard(broadcast)
    heard.until(b"id: 0-0\n\n")
    if end == "logout":
        gateway.call("DELETE", "/sessions/current", token=ana.token)
    elif end == "deletion":
        gateway.call("DELETE", "/me", token=ana.token)
    else:
        gateway.post(f"/admin/accounts/{ana.id}/suspend", {"reason": "x"}, operator.token)
    assert heard.ended()
    assert heard.left == [True]
    gateway.hear(solving(1))
    other.until(b"solving_opened")


def test_silence_has_heartbeats_and_an_end(gateway: Gateway) -> None:
    brief = Broadcast(gateway.runtime, Pace(heartbeat=0.05, look=0.02, life=0.5))
    brief.start()
    heard = Heard(brief)
    assert heard.ended()
    assert heard.text.endswith(b":\n\n")
    assert heard.left == [True]
    brief.stop()


def test_a_client_that_hangs_up_gives_its_place_back(broadcast: Broadcast) -> None:
    heard = Heard(broadcast)
    heard.until(b"id: 0-0\n\n")
    heard.line.close()
    until(lambda: heard.left, what="the place to be given back")


def test_a_number_that_shows_late_is_not_lost_and_one_that_never_does_not_waited_for(
    gateway: Gateway,
) -> None:
    now = [0.0]
    tail = LiveTail(clock=lambda: now[0])

    def store(*numbers: int) -> None:
        with gateway.runtime.writing() as uow:
            for seq in numbers:
                row = {"type": "t", "data": {}, "stored_at": real_now()}
                uow.session.add(LiveEventRow(seq=seq, audience=f"a{seq}", number=1, **row))

    def read() -> list[LiveEvent]:
        with gateway.runtime.reading() as uow:
            return [event for event, _ in tail.read(uow)]

    assert read() == []
    store(1, 2, 4)
    assert [event.audience for event in read()] == ["a1", "a2", "a4"]
    store(3, 6)
    assert [event.audience for event in read()] == ["a3", "a6"]
    assert tail._low == 4
    now[0] += SECONDS_WAITED
    assert read() == []
    assert (tail._low, tail._seen) == (6, set())


def test_a_connection_is_handed_over_once_it_is_let_in(
    gateway: Gateway, broadcast: Broadcast
) -> None:
    ours, theirs = socket.socketpair()
    ours.settimeout(20)
    wsgi = handing_over(gateway.edge, broadcast)
    started: list[Any] = []
    environ = {
        "REQUEST_METHOD": "GET",
        "PATH_INFO": "/api/v1/events",
        "SERVER_NAME": "x",
        "SERVER_PORT": "80",
        "wsgi.url_scheme": "http",
        "wsgi.input": None,
        "gunicorn.socket": theirs,
    }
    with pytest.raises(StopIteration):
        wsgi(environ, lambda *given: started.append(given))
    assert (started, theirs.fileno()) == ([], -1)
    told = ours.recv(65536)
    assert told.startswith(b"HTTP/1.1 200 OK\r\n")
    assert b"Content-Type: text/event-stream" in told
    assert b"X-Request-Id: " in told
    assert b"ETag: " not in told
    # Refused, it is answered by the server like anything else.
    wsgi({**environ, "HTTP_AUTHORIZATION": "Bearer bad"}, lambda *given: started.append(given))
    assert started[0][0].startswith("401")
    assert LISTENERS not in environ
