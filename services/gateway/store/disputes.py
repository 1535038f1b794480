"""Results that their players dispute, each once."""

from collections.abc import Sequence

from sqlalchemy import select, update

from services.gateway.tables.fair_play import DisputeRow
from shared.unit_of_work import UnitOfWork


def find(uow: UnitOfWork, match_id: str, account_id: str) -> DisputeRow | None:
    return uow.session.get(DisputeRow, (match_id, account_id))


def add(uow: UnitOfWork, row: DisputeRow) -> None:
    """Raises SQLAlchemy's IntegrityError if that player disputes it already."""
    uow.session.add(row)
    uow.session.flush()


def of_match(uow: UnitOfWork, match_id: str) -> Sequence[DisputeRow]:
    asked = select(DisputeRow).where(DisputeRow.match_id == match_id)
    return uow.session.scalars(asked.order_by(DisputeRow.at, DisputeRow.account_id)).all()


def of_account(uow: UnitOfWork, account_id: str) -> Sequence[DisputeRow]:
    asked = select(DisputeRow).where(DisputeRow.account_id == account_id)
    return uow.session.scalars(asked.order_by(DisputeRow.at)).all()


def of_incidents(uow: UnitOfWork, incident_ids: Sequence[str]) -> Sequence[DisputeRow]:
    asked = select(DisputeRow).where(DisputeRow.incident_id.in_(incident_ids))
    return uow.session.scalars(asked.order_by(DisputeRow.at, DisputeRow.account_id)).all()


def forget(uow: UnitOfWork, account_id: str) -> None:
    """That it was disputed stays; what was written goes."""
    mine = DisputeRow.account_id == account_id
    uow.session.execute(update(DisputeRow).where(mine).values(reason=None))
