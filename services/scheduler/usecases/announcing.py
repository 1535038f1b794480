"""Announcing the times of a timed round after the first."""

from datetime import datetime

from services.scheduler.domain.calendar import next_timed_round
from services.scheduler.domain.settings import TimedCadence
from services.scheduler.store import rounds, seasons
from services.scheduler.store.seasons import Stored
from services.scheduler.usecases import telling
from shared.unit_of_work import UnitOfWork


def announce_round(uow: UnitOfWork, stored: Stored, number: int, *, after: datetime) -> None:
    """Give the round its times, `after` being the deadline of the one before."""
    cadence, now = stored.settings.cadence, uow.now()
    assert isinstance(cadence, TimedCadence)
    # Nothing begins before it is announced: a deadline may have been let pass for long.
    times = next_timed_round(after, now, cadence, number)
    stored.row.revision += 1
    rounds.set_times(uow, stored.id, [times], stored.row.revision, now)
    seasons.save(uow, stored, stored.season)
    telling.changed(uow, stored, "round_announced")
