"""What nobody can read ends among the dead letters, once, whatever fails on the way there."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from pika.exceptions import AMQPConnectionError
from sqlalchemy import Connection
from sqlalchemy.exc import OperationalError, TimeoutError

from shared.messaging import dead_letters, letters, topology
from shared.messaging.bus import Letter
from shared.messaging.letters import KeptLetter
from shared.messaging.rabbit import _Acknowledging
from shared.runtime import Runtime
from tests.broker import send
from tests.integration.worlds import World, emit, full_world, noted
from tests.servers import RabbitServer
from tests.unit.shared.conftest import make_service
from tests.waiting import until


@pytest.fixture
def world(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[World]:
    made = full_world(request, tmp_path)
    yield made
    made.stop()


@pytest.fixture
def put(fresh_rabbit: RabbitServer) -> Callable[[bytes], None]:
    """Lays a message without an id into the queue of the match service."""
    own = topology.own_exchange("match")
    return lambda body: send(fresh_rabbit.url, own, "work", body)


def buried(runtime: Runtime, number: int) -> list[KeptLetter]:
    """All letters once there are so many."""

    def look() -> list[KeptLetter]:
        found = runtime.dead_letters.all()
        return found if len(found) >= number else []

    return until(look, what=f"{number} letters")


def test_unreadable_messages_are_buried_with_their_reason(
    world: World, put: Callable[[bytes], None]
) -> None:
    sender, match = world.start(make_service("scheduler")), world.start(make_service("match"))
    for body in (b"{", b"[]", b"\xff", b'{"id": "x"}'):
        put(body)
    emit(sender, 1)
    until(lambda: noted(match) == [1], what="the good event")
    found = buried(match, 4)
    assert [one.body for one in found] == ["{", "[]", "\ufffd", '{"id": "x"}']
    assert all("not an envelope" in one.reason or "Unicode" in one.reason for one in found)
    match.dead_letters.drop(found[0].id)


def test_what_comes_twice_since_the_line_was_cut_is_one_letter(
    world: World, put: Callable[[bytes], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    tell, cut = _Acknowledging.tell, list[int]()

    def tell_in_vain(self: _Acknowledging, channel: Any) -> None:
        if self._settled and not cut:
            cut.extend(self._settled)
            raise AMQPConnectionError
        tell(self, channel)

    monkeypatch.setattr(_Acknowledging, "tell", tell_in_vain)
    match = world.start(make_service("match"))
    put(b"{")
    until(lambda: cut, what="the line to be cut")
    # What lies in the dead queue behind the others is kept after them.
    put(b"[]")
    until(lambda: "[]" in [one.body for one in match.dead_letters.all()], what="the last letter")
    assert [one.body for one in match.dead_letters.all()] == ["{", "[]"]


@pytest.mark.parametrize(
    "trouble", [OperationalError("", {}, Exception("timed out")), TimeoutError("no connection")]
)
def test_a_letter_that_the_database_could_not_take_at_once_is_kept_later(
    world: World,
    put: Callable[[bytes], None],
    monkeypatch: pytest.MonkeyPatch,
    trouble: Exception,
) -> None:
    keep, failed = letters.keep, list[Letter]()

    def keep_in_vain_once(connection: Connection, letter: Letter) -> None:
        if not failed:
            failed.append(letter)
            raise trouble
        keep(connection, letter)

    monkeypatch.setattr(letters, "keep", keep_in_vain_once)
    monkeypatch.setattr(dead_letters, "AWAY_SECONDS", 0.1)
    match = world.start(make_service("match"))
    put(b"{")
    (found,) = buried(match, 1)
    assert (found.body, failed[0].body) == ("{", "{")
