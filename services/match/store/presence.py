"""When the service's timers were at work, and when they were last away."""

from datetime import datetime

from sqlalchemy import select, update

from services.match.domain.live_course import Interval
from services.match.live_tables import Presence
from services.match.store.inserting import insert_new
from shared.unit_of_work import UnitOfWork

_ROW = 1


def last_seen(uow: UnitOfWork) -> datetime | None:
    return uow.connection.execute(select(Presence.seen_at)).scalar()


def see(uow: UnitOfWork, now: datetime) -> datetime:
    """Note that the timers are at work; when that had been noted last."""
    insert_new(uow, Presence, [{"id": _ROW, "seen_at": now}], ["id"])
    locked = select(Presence.seen_at).where(Presence.id == _ROW).with_for_update()
    seen_at: datetime = uow.connection.execute(locked).scalar_one()
    _change(uow, seen_at=max(seen_at, now))
    return seen_at


def keep_absence(uow: UnitOfWork, absence: Interval) -> None:
    _change(uow, away_from=absence[0], away_until=absence[1])


def last_absence(uow: UnitOfWork) -> Interval | None:
    row = uow.connection.execute(select(Presence.away_from, Presence.away_until)).first()
    return (row.away_from, row.away_until) if row and row.away_until else None


def _change(uow: UnitOfWork, **values: datetime) -> None:
    uow.connection.execute(update(Presence).where(Presence.id == _ROW).values(**values))
