"""Timers: work that falls due at stored instants, done in the order of those instants."""

import time
from datetime import datetime
from typing import TYPE_CHECKING

import structlog

from shared import tracing
from shared.context import Cause, caused_by
from shared.leadership import TIMER_LOCK, leadership
from shared.loops import Loop
from shared.messaging.snapshots import telling_of
from shared.metrics import timer_ran, timer_was_late
from shared.service import Timer

if TYPE_CHECKING:
    from shared.runtime import Runtime

log = structlog.get_logger()

POLL_SECONDS = 0.5
SHORTEST_REST = 0.001
BREATHS = 4
LONGEST_BREATH = 0.02


class TimerLoop(Loop):
    """Runs a service's timers; after a downtime it catches up, the earliest deadline first."""

    def __init__(self, runtime: "Runtime") -> None:
        super().__init__(f"{runtime.name}-timers")
        self._runtime = runtime
        self._timers = (*runtime.service.timers, *telling_of(runtime.service))
        self._leadership = leadership(runtime.engine, TIMER_LOCK)

    def turn(self) -> None:
        if not self._leadership.mine():
            self._leadership.rest(self, POLL_SECONDS)
            return
        began = time.monotonic()
        overdue, seconds_left = self._look()
        looking = time.monotonic() - began
        if not any(self._ran(timer) for timer in overdue):
            self.rest(min(POLL_SECONDS, max(SHORTEST_REST, seconds_left)))
            # Every commit wakes us. Many of them must not have us do nothing but look.
            self._stopping.wait(min(LONGEST_BREATH, BREATHS * looking))

    def stop(self) -> None:
        super().stop()
        self._leadership.release()

    @property
    def leads(self) -> bool:
        return self._leadership.held

    def next_due(self) -> datetime | None:
        """The earliest instant at which any timer has work; it may be past."""
        with self._runtime.reading() as uow:
            dues = [timer.next_due(uow) for timer in self._timers]
        return min((due for due in dues if due is not None), default=None)

    def _look(self) -> tuple[list[Timer], float]:
        """The overdue timers, the most overdue first; else the seconds until the next one."""
        with self._runtime.reading() as uow:
            planned = [(timer.next_due(uow), timer) for timer in self._timers]
            now = uow.now()
        dated = sorted(((due, t) for due, t in planned if due is not None), key=lambda p: p[0])
        overdue = [timer for due, timer in dated if due <= now]
        for due, timer in dated[: len(overdue)]:
            timer_was_late(self._runtime.name, timer.name, (now - due).total_seconds())
        left = (dated[0][0] - now).total_seconds() if dated else POLL_SECONDS
        return overdue, POLL_SECONDS if overdue else left

    def _ran(self, timer: Timer) -> bool:
        """Do one batch; False if it failed, so that the others still get their turn."""
        try:
            with (
                tracing.spans.running(self._runtime.name, timer.name) as traceparent,
                caused_by(Cause(self._runtime.new_id(), traceparent=traceparent)),
                self._runtime.writing() as uow,
            ):
                timer.run(uow)
        except Exception:
            log.exception("timer_failed", service=self._runtime.name, timer=timer.name)
            timer_ran(self._runtime.name, timer.name, done=False)
            return False
        timer_ran(self._runtime.name, timer.name, done=True)
        return True
