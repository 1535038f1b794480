"""Telling the other services what has just happened to a season."""

from collections.abc import Sequence

from services.scheduler.domain.participants import Participant
from services.scheduler.store import departures, rounds
from services.scheduler.store.matches import Drawn
from services.scheduler.store.seasons import Stored
from services.scheduler.tables import RoundRow
from services.scheduler.usecases import facts
from services.scheduler.usecases.facts import Change
from shared.unit_of_work import UnitOfWork


def announced(uow: UnitOfWork, stored: Stored) -> None:
    """Registration opened."""
    stored.row.announced = True
    uow.emit(facts.announced(stored))


def registration_closed(uow: UnitOfWork, stored: Stored, lot: Sequence[str]) -> None:
    """The list closed; `lot` are the accounts in the order of their numbers."""
    uow.emit(*facts.registration_closed(stored, lot))


def round_paired(uow: UnitOfWork, stored: Stored, number: int, drawn: Sequence[Drawn]) -> None:
    """A round was drawn."""
    uow.emit(*facts.round_paired(stored, rounds.one(uow, stored.id, number), drawn))


def solving_opened(uow: UnitOfWork, stored: Stored, row: RoundRow) -> None:
    """Preparing is over."""
    uow.emit(facts.solving_opened(stored, row))


def round_closed(uow: UnitOfWork, stored: Stored, row: RoundRow) -> None:
    """A round is over; whoever leaves from now on changes nothing about it."""
    left = stored.row.departures
    rounds.change(uow, stored.id, row.number, closed_at=uow.now(), departures=left)
    uow.emit(facts.round_closed(uow, stored, row, left))


def changed(uow: UnitOfWork, stored: Stored, change: Change) -> None:
    """The clock of a running season changed, to its present revision."""
    going_on = rounds.announced(uow, stored.id, after=stored.season.closed)
    uow.emit(*facts.changed(stored, change, going_on))


def departed(
    uow: UnitOfWork, stored: Stored, out: Participant, last_round: int | None = None
) -> None:
    """Somebody left; `last_round` is set where the season had finished before."""
    stored.row.departures += 1
    row = departures.add(uow, stored.id, stored.row.departures, out, last_round)
    uow.emit(facts.departed(row))


def cancelled(uow: UnitOfWork, stored: Stored) -> None:
    uow.emit(facts.cancelled(stored))


def finished(uow: UnitOfWork, stored: Stored) -> None:
    uow.emit(facts.finished(stored))
