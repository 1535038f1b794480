"""The service's own heartbeat, by which it knows when live duels could not be played.

By a manual clock, whose leaps are no absence, none is given.
"""

from datetime import datetime, timedelta

from services.match.domain.live_course import Interval
from services.match.store import presence
from shared.unit_of_work import UnitOfWork

BEAT = timedelta(seconds=10)
UNNOTICED = timedelta(seconds=30)
"""A gap between two beats that is no absence. With clients that look every 15 seconds it leaves
anybody who is there time to be seen again before a minute is over."""


def next_beat(uow: UnitOfWork) -> datetime | None:
    """When to give the next sign of life."""
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


def is_known(uow: UnitOfWork, now: datetime) -> bool:
    """Whether every absence until now has been noted, so that what is due can be judged."""
    seen_at = None if uow.clock_is_manual else presence.last_seen(uow)
    return seen_at is None or now - seen_at <= UNNOTICED


def last_absence(uow: UnitOfWork) -> Interval | None:
    return presence.last_absence(uow)
