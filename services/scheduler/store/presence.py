"""When the scheduler was at work, and when nobody was."""

from datetime import datetime

from sqlalchemy import select

from services.scheduler.domain.absence import Interval
from services.scheduler.tables import AbsenceRow, PresenceRow
from shared.inserting import insert_new
from shared.unit_of_work import UnitOfWork

_EVERY_SEASON = ""


def last_seen(uow: UnitOfWork) -> datetime | None:
    return uow.session.scalars(select(PresenceRow.seen_at)).first()


def see(uow: UnitOfWork, now: datetime) -> datetime:
    """Note that we are at work; when that had been noted last."""
    if insert_new(uow.connection, PresenceRow, [{"id": 1, "seen_at": now}], ["id"]):
        return now
    row = uow.session.scalars(
        select(PresenceRow).with_for_update().execution_options(populate_existing=True)
    ).one()
    seen_at, row.seen_at = row.seen_at, max(row.seen_at, now)
    return seen_at


def keep_absence(uow: UnitOfWork, absence: Interval, season_id: str = _EVERY_SEASON) -> None:
    """Keep that the platform was away, or that one season stood still."""
    begins_at, ends_at = absence
    row = {"season_id": season_id, "begins_at": begins_at, "ends_at": ends_at}
    insert_new(uow.connection, AbsenceRow, [row], list(row))


def absences(uow: UnitOfWork, season_id: str, during: Interval) -> list[Interval]:
    """Those that concern a season and share a moment with `during`."""
    begins_at, ends_at = during
    rows = uow.session.scalars(
        select(AbsenceRow).where(
            AbsenceRow.season_id.in_((_EVERY_SEASON, season_id)),
            AbsenceRow.begins_at < ends_at,
            AbsenceRow.ends_at > begins_at,
        )
    )
    return [(row.begins_at, row.ends_at) for row in rows]
