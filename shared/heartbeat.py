"""A service's own signs of life, by which it knows when it was away.

By a manual clock, whose leaps are no absence, none is given.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

from shared.unit_of_work import UnitOfWork

BEAT = timedelta(seconds=10)
UNNOTICED = timedelta(seconds=30)
"""A gap between beats that is no absence: a busy moment, a restart. With clients that look every
15 seconds it leaves anybody who is there time to be seen again before a minute is over."""


class Presence(Protocol):
    """Where a service keeps its signs of life, and its absences in whatever form it needs them."""

    def last_seen(self, uow: UnitOfWork) -> datetime | None: ...

    def see(self, uow: UnitOfWork, now: datetime) -> datetime:
        """Note that the service is at work; when that had been noted last."""

    def keep_absence(self, uow: UnitOfWork, absence: tuple[datetime, datetime]) -> None: ...


@dataclass(frozen=True)
class Heartbeat:
    presence: Presence

    def next_beat(self, uow: UnitOfWork) -> datetime | None:
        """When to give the next sign of life."""
        if uow.clock_is_manual:
            return None
        seen_at = self.presence.last_seen(uow)
        return seen_at + BEAT if seen_at else uow.now()

    def note(self, uow: UnitOfWork) -> None:
        """Give a sign of life, and keep the absence that it ends, if any."""
        if uow.clock_is_manual:
            return
        now = uow.now()
        seen_at = self.presence.see(uow, now)
        if now - seen_at > UNNOTICED:
            self.presence.keep_absence(uow, (seen_at, now))

    def is_known(self, uow: UnitOfWork, now: datetime) -> bool:
        """Whether every absence until now has been noted, so that what is due can be judged."""
        seen_at = None if uow.clock_is_manual else self.presence.last_seen(uow)
        return seen_at is None or now - seen_at <= UNNOTICED
