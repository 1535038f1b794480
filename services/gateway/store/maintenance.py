"""Whether maintenance is on: one row while it is."""

from sqlalchemy import delete, select

from services.gateway.tables.guard import MaintenanceRow
from shared.clock import real_now
from shared.unit_of_work import UnitOfWork


def find(uow: UnitOfWork) -> MaintenanceRow | None:
    """What is known of it; None while it is off."""
    return uow.session.scalars(select(MaintenanceRow)).first()


def begin(uow: UnitOfWork, reason: str) -> MaintenanceRow:
    """On from now, or on for another reason."""
    before = find(uow)
    since = before.since if before else real_now()
    return uow.session.merge(MaintenanceRow(id=1, reason=reason, since=since))


def end(uow: UnitOfWork) -> None:
    uow.session.execute(delete(MaintenanceRow))
