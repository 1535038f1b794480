"""Which seasons are to be looked at: notes committed together with the facts.

A note is a row of its own, so that workers who store facts of one season do not wait for
each other.
"""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, func, insert, select, update

from services.standings.store.entering import table_of
from services.standings.tables import LookRow
from shared.context import Cause, current_cause
from shared.unit_of_work import UnitOfWork

_looks = table_of(LookRow)


@dataclass(frozen=True)
class Look:
    """A season to be looked at, and what the latest fact about it was caused by."""

    season_id: str
    cause: Cause


def note(uow: UnitOfWork, season_id: str) -> None:
    """Have the season looked at once this transaction is committed; one note a transaction."""
    cause = current_cause() or Cause(correlation_id=uow.new_id())
    uow.at_commit((LookRow, season_id), lambda: _write(uow, season_id, cause))


def _write(uow: UnitOfWork, season_id: str, cause: Cause) -> None:
    look = {
        "season_id": season_id,
        "due_at": uow.now(),
        "correlation_id": cause.correlation_id,
        "causation_id": cause.causation_id,
        "traceparent": cause.traceparent,
    }
    uow.connection.execute(insert(_looks), look)


def next_due(uow: UnitOfWork) -> datetime | None:
    return uow.session.scalar(select(func.min(LookRow.due_at)))


def oldest(uow: UnitOfWork) -> Look | None:
    """The season that has waited longest, with its latest note."""
    waiting = select(_looks.c.season_id).where(_looks.c.due_at.is_not(None))
    longest = waiting.order_by(_looks.c.due_at, _looks.c.id).limit(1).scalar_subquery()
    notes = select(
        _looks.c.season_id,
        _looks.c.correlation_id,
        _looks.c.causation_id,
        _looks.c.traceparent,
    )
    # One statement, for another worker may take the notes back between two.
    latest = notes.where(_looks.c.season_id == longest).order_by(_looks.c.id.desc()).limit(1)
    row = uow.session.execute(latest).first()
    return None if row is None else Look(row[0], Cause(*row[1:]))


def clear(uow: UnitOfWork, season_id: str) -> None:
    """Take back the notes seen so far.

    Done before the facts are read: a fact committed after this brings a note of its own.
    """
    uow.session.execute(delete(LookRow).where(LookRow.season_id == season_id))


def set_aside(uow: UnitOfWork, season_id: str) -> None:
    """Keep the notes for the next fact's sake, and do not look before it comes."""
    of_season = update(LookRow).where(LookRow.season_id == season_id)
    uow.session.execute(of_season.values(due_at=None))
