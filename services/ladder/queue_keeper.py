"""Keeps the queue by real time: pairs as windows widen, drops who is gone, calls games off."""

import time

from services.ladder.domain.hearing import Hearing
from services.ladder.usecases import pairing
from shared.clock import real_now
from shared.loops import Loop
from shared.runtime import Runtime

POLL_SECONDS = 0.5
FORGET_SECONDS = 30.0


class QueueKeeper(Loop):
    """Every worker has one; the queue's lock lets one at a time do something."""

    def __init__(self, runtime: Runtime) -> None:
        super().__init__(f"{runtime.name}-queue")
        self._runtime = runtime
        self._hearing = Hearing(real_now())
        self._forget_at = time.monotonic() + FORGET_SECONDS

    def turn(self) -> None:
        self._call_off()
        pairing.keep_queue(self._runtime, real_now())
        if time.monotonic() >= self._forget_at:
            more = pairing.forget_past(self._runtime, real_now())
            self._forget_at = time.monotonic() + (0 if more else FORGET_SECONDS)
        self.rest(POLL_SECONDS)

    def _call_off(self) -> None:
        """Call games off, unless word of their duels may only be late here."""
        real, bus = real_now(), self._runtime.bus
        flowing = bus is not None and bus.trouble() is None
        if self._hearing.note(real, flowing=flowing):
            pairing.call_off_overdue(self._runtime, real)
