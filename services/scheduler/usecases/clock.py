"""A season's clock: what happens at each of its deadlines, in their order.

Whoever finds a deadline past does what it asks for, a timer or an operator's request.
"""

from datetime import datetime

from services.scheduler.domain.deadlines import Deadline, Kind, next_deadline
from services.scheduler.domain.registration import opens_now
from services.scheduler.store import seasons
from services.scheduler.store.seasons import Stored
from services.scheduler.usecases import closing, opening, phases
from services.scheduler.usecases.heartbeat import HEARTBEAT
from services.scheduler.usecases.later import or_later
from shared.unit_of_work import UnitOfWork


def next_due(uow: UnitOfWork) -> datetime | None:
    """The earliest deadline of any season."""
    due = seasons.first_due(uow)
    return due.at if due else None


def run_due(uow: UnitOfWork) -> None:
    """Do what the earliest deadline of all asks for, if it is past."""
    if due := seasons.first_due(uow):
        or_later(uow, due, lambda: _meet_first(uow, due.season_id))


def bring_up_to_date(uow: UnitOfWork, stored: Stored) -> None:
    """Do all that is past its deadline in a locked season, before anything else is decided."""
    while deadline := _past(uow, stored):
        _meet(uow, stored, deadline)


def open_if_due(uow: UnitOfWork, stored: Stored) -> None:
    """Open the registration of a locked draft whose time for it has come."""
    if opens_now(stored.season, uow.now()):
        opening.open_now(uow, stored)


def _meet_first(uow: UnitOfWork, season_id: str) -> None:
    with uow.savepoint():
        stored = seasons.lock(uow, season_id)
        if deadline := _past(uow, stored):
            _meet(uow, stored, deadline)


def _past(uow: UnitOfWork, stored: Stored) -> Deadline | None:
    deadline = next_deadline(stored.season, seasons.following(uow, stored))
    return deadline if deadline and deadline.at <= uow.now() else None


def _meet(uow: UnitOfWork, stored: Stored, deadline: Deadline) -> None:
    HEARTBEAT.note(uow)
    match deadline.kind:
        case Kind.REGISTRATION_OPENS:
            opening.open_now(uow, stored)
        case Kind.REGISTRATION_CLOSES:
            closing.close_now(uow, stored)
        case Kind.SOLVING_OPENS:
            phases.end_preparing(uow, stored)
        case Kind.ROUND_CLOSES:
            phases.end_solving(uow, stored)
