"""Which seasons are to be looked at: notes committed together with the facts.

A note is a row of its own, so that workers who store facts of one season do not wait for
each other.
"""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, func, select, update

from services.standings.tables import LookRow
from shared.context import Cause, current_cause
from shared.unit_of_work import UnitOfWork


@dataclass(frozen=True)
class Look:
    """A season to be looked at, and what the latest fact about it was caused by."""

    season_id: str
    cause: Cause


def note(uow: UnitOfWork, season_id: str) -> None:
    """Have the season looked at once this transaction is committed."""
    cause = current_cause() or Cause(correlation_id=uow.new_id())
    uow.session.add(
        LookRow(
            season_id=season_id,
            due_at=uow.now(),
            correlation_id=cause.correlation_id,
            causation_id=cause.causation_id,
            traceparent=cause.traceparent,
        )
    )


def next_due(uow: UnitOfWork) -> datetime | None:
    return uow.session.scalar(select(func.min(LookRow.due_at)))


def oldest(uow: UnitOfWork) -> Look | None:
    """The season that has waited longest."""
    waiting = select(LookRow.season_id).where(LookRow.due_at.is_not(None))
    season_id = uow.session.scalar(waiting.order_by(LookRow.due_at, LookRow.id).limit(1))
    if season_id is None:
        return None
    notes = select(LookRow.correlation_id, LookRow.causation_id, LookRow.traceparent)
    of_season = notes.where(LookRow.season_id == season_id).order_by(LookRow.id.desc())
    cause = uow.session.execute(of_season.limit(1)).one()
    return Look(season_id, Cause(*cause))


def clear(uow: UnitOfWork, season_id: str) -> None:
    """Take back the notes seen so far.

    Done before the facts are read: a fact committed after this brings a note of its own.
    """
    uow.session.execute(delete(LookRow).where(LookRow.season_id == season_id))


def set_aside(uow: UnitOfWork, season_id: str) -> None:
    """Keep the notes for the next fact's sake, and do not look before it comes."""
    of_season = update(LookRow).where(LookRow.season_id == season_id)
    uow.session.execute(of_season.values(due_at=None))
