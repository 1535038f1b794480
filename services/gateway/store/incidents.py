"""Incidents that operators look into."""

from collections.abc import Sequence

from sqlalchemy import select

from services.gateway.tables import IncidentRow
from shared.errors import NotFound
from shared.unit_of_work import UnitOfWork


def add(uow: UnitOfWork, row: IncidentRow) -> None:
    uow.session.add(row)
    uow.session.flush()


def load(uow: UnitOfWork, incident_id: str, *, for_change: bool = False) -> IncidentRow:
    row = uow.session.get(IncidentRow, incident_id, with_for_update=for_change or None)
    if row is None:
        raise NotFound("There is no such incident")
    return row


def newest(
    uow: UnitOfWork, limit: int, before: str | None, state: str | None
) -> Sequence[IncidentRow]:
    query = select(IncidentRow).order_by(IncidentRow.id.desc()).limit(limit)
    if before is not None:
        query = query.where(IncidentRow.id < before)
    if state is not None:
        query = query.where(IncidentRow.state == state)
    return uow.session.scalars(query).all()
