"""How a service is just now: whether it can work, and what waits in its outbox and beside it."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from typing import TYPE_CHECKING

import structlog
from sqlalchemy import func, select, text

from shared.clock import real_now
from shared.migrate import is_migrated
from shared.tables import outbox

if TYPE_CHECKING:
    from shared.runtime import Runtime

log = structlog.get_logger()

SILENT = "the database does not answer"

Reading = tuple[str, str, Mapping[str, str], float]
"""Name, meaning, labels and value of a metric."""


class Vitals:
    """The vitals of the service that `runtime` runs, looked up when asked for."""

    def __init__(self, runtime: "Runtime") -> None:
        self._runtime = runtime

    def trouble(self) -> str | None:
        """What keeps this process from its work; None if nothing does."""
        return self.database_trouble() or self._broker_trouble()

    def database_trouble(self) -> str | None:
        try:
            with self._runtime.engine.connect() as connection:
                connection.execute(text("SELECT 1"))
                migrated = is_migrated(self._runtime.service, connection)
        except Exception as error:
            log.warning("database_silent", service=self._runtime.name, error=repr(error))
            return SILENT
        return None if migrated else "the database waits for `justa migrate`"

    def _broker_trouble(self) -> str | None:
        bus = self._runtime.bus
        return bus.trouble() if bus is not None else None

    def readings(self) -> Iterator[Reading]:
        """Gauges of the moment; those of the database are left out while it does not answer."""
        name = self._runtime.name
        labels = {"service": name}
        trouble = self.database_trouble()
        yield "justa_database_up", "Whether the database answers.", labels, float(not trouble)
        if self._runtime.bus is not None:
            up = float(not self._broker_trouble())
            yield "justa_broker_up", "Whether events can flow.", labels, up
            yield from self._leaders()
            # Each further question would only wait for the same time-out.
            if trouble != SILENT:
                yield from self._waiting(labels)

    def _leaders(self) -> Iterator[Reading]:
        meaning = "Whether this process is the active one of its service."
        for part, active in self._runtime.leading().items():
            labels = {"service": self._runtime.name, "part": part}
            yield "justa_leader", meaning, labels, float(active)

    def _waiting(self, labels: Mapping[str, str]) -> Iterator[Reading]:
        with self._leaving_out():
            waiting, oldest = self._outbox()
            yield "justa_outbox_events", "Events not yet at the broker.", labels, waiting
            yield "justa_outbox_oldest_seconds", "Age of the oldest of these.", labels, oldest
        with self._leaving_out():
            overdue = _seconds_since(self._overdue_since())
            yield "justa_timer_overdue_seconds", "How late the timers are.", labels, overdue
        with self._leaving_out():
            dead = self._runtime.dead_letters.count()
            yield "justa_dead_letters", "Events that could not be handled.", labels, dead

    @contextmanager
    def _leaving_out(self) -> Iterator[None]:
        """What cannot be read just now is left out, and the rest is shown."""
        try:
            yield
        except Exception as error:
            log.warning("vitals_unreadable", service=self._runtime.name, error=repr(error))

    def _outbox(self) -> tuple[float, float]:
        asked = select(func.count(), func.min(outbox.c.stored_at))
        with self._runtime.reading() as uow:
            row = uow.connection.execute(asked.where(outbox.c.published_at.is_(None))).one()
        return float(row[0]), _seconds_since(row[1])

    def _overdue_since(self) -> datetime | None:
        """The earliest due instant, as an instant of real time (manual clocks stand still)."""
        due = self._runtime.timers.next_due()
        if due is None:
            return None
        with self._runtime.reading() as uow:
            return real_now() - (uow.now() - due)


def _seconds_since(instant: datetime | None) -> float:
    return max(0.0, (real_now() - instant).total_seconds()) if instant else 0.0
