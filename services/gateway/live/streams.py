"""Server-sent events: one listener each, woken the moment there is something to tell."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import cast

from services.gateway.domain.errors import TooManyStreams
from services.gateway.domain.live import LiveEvent, Position, heard
from services.gateway.live.bell import BELL
from services.gateway.store import live
from shared.metrics import stream_closed, stream_opened
from shared.runtime import Runtime

BATCH = 200


@dataclass(frozen=True)
class Pace:
    """Seconds between heartbeats, between two looks without a bell, and of a stream's life."""

    heartbeat: float = 15.0
    look: float = 1.0
    life: float = 600.0
    # What a client waits before it comes back, with where it left off.
    come_back: float = 2.0


class Places:
    """How many may listen at once."""

    def __init__(self, most: int) -> None:
        self._free = threading.BoundedSemaphore(most) if most else None

    def take(self) -> Callable[[], None]:
        """Take a place and get the way to leave it; raises `TooManyStreams`."""
        if self._free is None or not self._free.acquire(blocking=False):
            raise TooManyStreams(retry_after=10)
        stream_opened()
        return self._leave

    def _leave(self) -> None:
        assert self._free is not None
        self._free.release()
        stream_closed()


def places_of(runtime: Runtime) -> Places:
    """The places of this process."""
    if "places" not in runtime.extras:
        runtime.extras["places"] = Places(runtime.settings.streams)
    return cast(Places, runtime.extras["places"])


class Stream:
    """What one listener is sent, from `position` on, as long as `still_in` says so."""

    def __init__(
        self,
        runtime: Runtime,
        account_id: str | None,
        position: Position,
        still_in: Callable[[], bool],
        pace: Pace | None = None,
    ) -> None:
        self._runtime = runtime
        self._account_id = account_id
        self._position = position
        self._still_in = still_in
        self._pace = pace or Pace()

    def __iter__(self) -> Iterator[bytes]:
        ends_at = time.monotonic() + self._pace.life
        beat_at = time.monotonic() + self._pace.heartbeat
        yield opening(self._pace, self._position)
        stopping = self._runtime.stopping
        while time.monotonic() < ends_at and self._still_in() and not stopping.is_set():
            rings = BELL.rings
            news = self._news()
            if news:
                yield news
            elif time.monotonic() >= beat_at:
                yield b":\n\n"
            else:
                # Up to the instant itself: rings are for others too, and neither a heartbeat nor
                # the end may come sooner or later because of what somebody else is told.
                left = min(beat_at, ends_at) - time.monotonic()
                BELL.wait(rings, min(self._pace.look, max(0.0, left)))
                continue
            beat_at = time.monotonic() + self._pace.heartbeat

    def _news(self) -> bytes:
        with self._runtime.reading() as uow:
            events = live.after(uow, self._position, self._account_id, BATCH)
        told = b""
        for event, number in events:
            self._position = heard(self._position, event, number)
            told += message(self._position, event)
        return told


def opening(pace: Pace, position: Position) -> bytes:
    """What comes first: when to come back, and where a listener stands."""
    return f"retry: {int(pace.come_back * 1000)}\nid: {position}\n\n".encode()


def message(position: Position, event: LiveEvent) -> bytes:
    """One event as it goes over the wire."""
    data = json.dumps(event.data, separators=(",", ":"))
    return f"id: {position}\nevent: {event.type}\ndata: {data}\n\n".encode()
