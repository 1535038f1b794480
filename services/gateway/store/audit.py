"""The audit log: it only grows."""

from collections.abc import Sequence

from sqlalchemy import or_, select, update

from services.gateway.tables import AuditRow
from shared.unit_of_work import UnitOfWork


def enter(uow: UnitOfWork, row: AuditRow) -> None:
    uow.session.add(row)
    uow.session.flush()


def answered(uow: UnitOfWork, entry_id: str, status: int) -> None:
    """Complete an entry with the status of the answer."""
    uow.session.execute(update(AuditRow).where(AuditRow.id == entry_id).values(status=status))


def newest(
    uow: UnitOfWork, limit: int | None, before: str | None = None, account_id: str | None = None
) -> Sequence[AuditRow]:
    """Acts that took effect, or whose answer never came, the latest first."""
    took_effect = or_(AuditRow.status.is_(None), AuditRow.status.between(200, 299))
    query = select(AuditRow).where(took_effect).order_by(AuditRow.id.desc()).limit(limit)
    if before is not None:
        query = query.where(AuditRow.id < before)
    if account_id is not None:
        query = query.where(AuditRow.account_id == account_id)
    return uow.session.scalars(query).all()
