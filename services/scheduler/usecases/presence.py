"""The scheduler's own heartbeat, by which it knows when the platform was away."""

from datetime import datetime, timedelta

from services.scheduler.store import presence
from shared.unit_of_work import UnitOfWork

BEAT = timedelta(seconds=10)
UNNOTICED = timedelta(seconds=30)
"""A gap between two signs of life that is no absence: a busy moment, a restart."""


def next_beat(uow: UnitOfWork) -> datetime | None:
    """When to give the next sign of life; never by a manual clock, whose leaps are no absence."""
    if uow.clock_is_manual:
        return None
    seen_at = presence.last_seen(uow)
    return seen_at + BEAT if seen_at else uow.now()


def note(uow: UnitOfWork) -> None:
    """Give a sign of life, and keep the absence that it ends, if any."""
    if uow.clock_is_manual:
        return
    now = uow.now()
    seen_at = presence.see(uow, now)
    if now - seen_at > UNNOTICED:
        presence.keep_absence(uow, (seen_at, now))
