"""Incidents that operators look into, with their notes and decisions."""

from collections.abc import Sequence

from sqlalchemy import Text, cast, or_, select, update

from services.gateway.tables.fair_play import DecisionRow, IncidentRow, NoteRow
from shared.errors import NotFound
from shared.unit_of_work import UnitOfWork

Part = NoteRow | DecisionRow


def add(uow: UnitOfWork, row: IncidentRow | Part) -> None:
    uow.session.add(row)
    uow.session.flush()


def load(uow: UnitOfWork, incident_id: str, *, for_change: bool = False) -> IncidentRow:
    row = uow.session.get(
        IncidentRow, incident_id, with_for_update=for_change or None, populate_existing=for_change
    )
    if row is None:
        raise NotFound("There is no such incident")
    return row


def about(uow: UnitOfWork, account_id: str) -> Sequence[IncidentRow]:
    """The incidents that name an account, the newest first."""
    named = cast(IncidentRow.account_ids, Text).contains(account_id, autoescape=True)
    asked = select(IncidentRow).where(named).order_by(IncidentRow.id.desc())
    return [row for row in uow.session.scalars(asked) if account_id in row.account_ids]


def newest(
    uow: UnitOfWork, limit: int, before: str | None, state: str | None
) -> Sequence[IncidentRow]:
    query = select(IncidentRow).order_by(IncidentRow.id.desc()).limit(limit)
    if before is not None:
        query = query.where(IncidentRow.id < before)
    if state is not None:
        query = query.where(IncidentRow.state == state)
    return uow.session.scalars(query).all()


def notes(uow: UnitOfWork, incident_ids: Sequence[str]) -> Sequence[NoteRow]:
    """The notes of these incidents, the first one first."""
    asked = select(NoteRow).where(NoteRow.incident_id.in_(incident_ids))
    return uow.session.scalars(asked.order_by(NoteRow.id)).all()


def decisions(uow: UnitOfWork, incident_ids: Sequence[str]) -> Sequence[DecisionRow]:
    """What was decided in these incidents and took effect, or may have, the first one first."""
    took_effect = or_(DecisionRow.status.is_(None), DecisionRow.status.between(200, 299))
    asked = select(DecisionRow).where(DecisionRow.incident_id.in_(incident_ids), took_effect)
    return uow.session.scalars(asked.order_by(DecisionRow.id)).all()


def decision_of(
    uow: UnitOfWork, incident_id: str, account_id: str, key: str | None
) -> DecisionRow | None:
    """The decision that an operator's idempotency key stands for."""
    if key is None:
        return None
    mine = (DecisionRow.account_id == account_id, DecisionRow.key == key)
    asked = select(DecisionRow).where(DecisionRow.incident_id == incident_id, *mine)
    return uow.session.scalar(asked)


def answered(uow: UnitOfWork, decision_id: str, status: int) -> None:
    """Complete a decision with the status of the answer."""
    mine = DecisionRow.id == decision_id
    uow.session.execute(update(DecisionRow).where(mine).values(status=status))
