"""Listening: server-sent events over the edge."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from services.gateway.domain.live import Position
from services.gateway.live import streams
from services.gateway.live.bell import BELL, Bell
from services.gateway.live.streams import Pace, Stream
from tests.service.gateway.announcing import closed, duel, solving
from tests.service.gateway.gateway_under_test import PASSWORD, Gateway, Player


class Listener:
    """Reads a stream block by block."""

    def __init__(self, gateway: Gateway, token: str | None = None, **headers: str) -> None:
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        self.answer = gateway.get("/events", token, headers=sent, buffered=False)
        self._chunks = iter(self.answer.response)

    def next(self) -> bytes:
        return next(self._chunks)

    def close(self) -> None:
        self.answer.close()


@pytest.fixture
def listen(gateway: Gateway) -> Iterator[Any]:
    listeners: list[Listener] = []

    def begin(token: str | None = None, **headers: str) -> Listener:
        listeners.append(Listener(gateway, token, **headers))
        return listeners[-1]

    yield begin
    for listener in listeners:
        listener.close()


def test_a_listener_hears_what_comes_from_then_on(gateway: Gateway, listen: Any) -> None:
    gateway.hear(solving(1))
    listener = listen()
    assert listener.answer.mimetype == "text/event-stream"
    assert listener.answer.headers["Cache-Control"] == "no-store"
    assert listener.next() == b"retry: 2000\nid: 2-0\n\n"
    gateway.hear(closed(1))
    assert listener.next() == (
        b'id: 3-0\nevent: round_closed\ndata: {"season_id":"S","round":1}\n\n'
    )


def test_own_events_are_heard_with_a_token_or_the_cookie(gateway: Gateway, listen: Any) -> None:
    gateway.register("Ana")
    login = gateway.post("/sessions", {"email": "ana@example.org", "password": PASSWORD})
    ana = Player(login.json)
    by_token = listen(ana.token)
    by_cookie = listen(Cookie=login.headers["Set-Cookie"].split(";")[0])
    nobody = listen()
    for listener in (by_token, by_cookie, nobody):
        assert listener.next().endswith(b"id: 0-0\n\n")
    gateway.hear(duel("somebody else"), duel(ana.id), solving(1))
    own = b'id: 0-1\nevent: duel_changed\ndata: {"match_id":"M"}\n\n'
    for listener in (by_token, by_cookie):
        news = listener.next()
        assert news.startswith(own)
        assert b"id: 2-1\nevent: solving_opened" in news
    news = nobody.next()
    assert b"duel_changed" not in news
    assert b"id: 2-0\nevent: solving_opened" in news


@pytest.mark.parametrize(
    ("last", "heard"),
    [
        ("0-0", ["1-0", "2-0", "2-1", "3-1"]),
        ("2-0", ["2-1", "3-1"]),
        ("2-1", ["3-1"]),
        ("1-1", ["2-1", "3-1"]),
        ("99-99", []),
        ("3-1", []),
        ("nonsense", []),
        ("-1-0", []),
        ("٣-1", []),
    ],
)
def test_a_listener_comes_back_to_where_it_left(
    gateway: Gateway, listen: Any, last: str, heard: list[str]
) -> None:
    ana = gateway.player("Ana")
    gateway.hear(solving(1), duel(ana.id), closed(1))
    listener = listen(ana.token, Last_Event_ID=last.encode().decode("latin-1"))
    listener.next()
    if not heard:
        gateway.hear(duel(ana.id, "a new one"))
        assert listener.next().startswith(b"id: 3-2\n")
        return
    news = listener.next().decode()
    assert [line[4:] for line in news.splitlines() if line.startswith("id: ")] == heard


def test_news_wakes_a_listener_at_once(gateway: Gateway) -> None:
    patient = Pace(heartbeat=60, look=60, life=120)
    stream = iter(Stream(gateway.runtime, None, Position(), lambda: True, patient))
    next(stream)
    heard: list[bytes] = []
    listener = threading.Thread(target=lambda: heard.append(next(stream)))
    listener.start()
    gateway.hear(solving(1))
    listener.join(timeout=10)
    assert b"solving_opened" in heard[0]


def test_a_ring_between_looking_and_waiting_is_not_missed() -> None:
    bell = Bell()
    heard = bell.rings
    bell.ring()
    bell.wait(heard, 60)


def test_without_a_bell_the_look_finds_it(
    gateway: Gateway, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(BELL, "ring", lambda: None)
    quick = Pace(look=0.01)
    stream = iter(Stream(gateway.runtime, None, Position(), lambda: True, quick))
    next(stream)
    gateway.hear(solving(1))
    assert b"solving_opened" in next(stream)


def test_silence_is_filled_with_heartbeats_and_ends(gateway: Gateway) -> None:
    brief = Pace(heartbeat=0.02, look=0.01, life=0.2)
    chunks = list(Stream(gateway.runtime, None, Position(), lambda: True, brief))
    assert chunks[0].startswith(b"retry:")
    assert 2 <= len(chunks[1:]) <= 20
    assert set(chunks[1:]) == {b":\n\n"}


def test_a_heartbeat_and_the_end_come_at_their_own_instants(gateway: Gateway) -> None:
    """Whatever the bell, which rings for others too; looks as rare as these are never due."""
    rare = Pace(heartbeat=0.05, look=60, life=1)
    stream = iter(Stream(gateway.runtime, None, Position(), lambda: True, rare))
    assert next(stream).startswith(b"retry:")
    assert set(stream) == {b":\n\n"}


@pytest.mark.parametrize("end", ["logout", "suspension", "deletion"])
def test_a_stream_ends_with_its_login(gateway: Gateway, listen: Any, end: str) -> None:
    ana, operator = gateway.player("Ana"), gateway.operator()
    listener = listen(ana.token)
    listener.next()
    if end == "logout":
        gateway.call("DELETE", "/sessions/current", token=ana.token)
    elif end == "deletion":
        gateway.call("DELETE", "/me", token=ana.token)
    else:
        path = f"/admin/accounts/{ana.id}/suspend"
        gateway.post(path, {"reason": "x"}, operator.token)
    with pytest.raises(StopIteration):
        listener.next()


def test_a_stream_ends_when_the_platform_stops(gateway: Gateway, listen: Any) -> None:
    listener = listen()
    listener.next()
    gateway.runtime.stopping.set()
    with pytest.raises(StopIteration):
        listener.next()


def test_places_are_counted_and_given_back(tmp_path: Path) -> None:
    gateway = Gateway(tmp_path, streams=2)
    first, second = Listener(gateway), Listener(gateway)
    refused = gateway.get("/events")
    assert (refused.status_code, refused.json["code"]) == (503, "service_unavailable")
    assert int(refused.headers["Retry-After"]) > 0
    first.close()
    # Looking at the headers alone takes no place for good.
    for _ in range(3):
        gateway.call("HEAD", "/events").close()
    third = Listener(gateway)
    assert third.answer.status_code == 200
    for listener in (second, third):
        listener.close()
    gateway.close()


def test_no_place_at_all_where_none_is_set(tmp_path: Path) -> None:
    gateway = Gateway(tmp_path, streams=0)
    assert gateway.get("/events").status_code == 503
    gateway.close()


def test_a_bad_token_or_cookie_is_refused_rather_than_taken_for_nobody(gateway: Gateway) -> None:
    assert gateway.get("/events", "bad").status_code == 401
    assert gateway.get("/events", headers={"Cookie": "justa_session=bad"}).status_code == 401


def test_a_long_past_comes_in_batches_without_loss(
    gateway: Gateway, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "BATCH", 2)
    gateway.hear(*(duel("ana", str(number)) for number in range(5)))
    stream = iter(Stream(gateway.runtime, "ana", Position(), lambda: True))
    next(stream)
    text = b"".join(next(stream) for _ in range(3)).decode()
    assert [f'"{number}"' in text for number in range(5)] == [True] * 5
    assert text.count("event: ") == 5
