"""The ends of a round's two phases: solving opens, then the round closes."""

from datetime import datetime

from services.scheduler.domain.absence import Interval
from services.scheduler.domain.holding import hold, must_hold
from services.scheduler.domain.season import following_round, round_closed
from services.scheduler.domain.settings import Format, TimedCadence
from services.scheduler.store import presence as kept_presence
from services.scheduler.store import rounds, seasons
from services.scheduler.store.seasons import Stored
from services.scheduler.tables import RoundRow
from services.scheduler.usecases import announcing, ending, swiss, telling
from shared.unit_of_work import UnitOfWork


def end_preparing(uow: UnitOfWork, stored: Stored) -> None:
    """Preparing is over: solving opens, unless nobody could prepare and the season is held."""
    row = _open_round(uow, stored)
    if _held(uow, stored, (row.preparing_from, row.solving_from)):
        return
    rounds.change(uow, stored.id, row.number, solving_opened=True)
    seasons.save(uow, stored, stored.season)
    telling.solving_opened(uow, stored, row)


def end_solving(uow: UnitOfWork, stored: Stored) -> None:
    """The round closes, unless nobody could solve and the season is held."""
    row = _open_round(uow, stored)
    if _held(uow, stored, (row.solving_from, row.closes_at)):
        return
    telling.round_closed(uow, stored, row)
    _go_on(uow, stored, row)


def _go_on(uow: UnitOfWork, stored: Stored, closed: RoundRow) -> None:
    """After a round: the next one, or the end."""
    seasons.save(uow, stored, round_closed(stored.season))
    if ending.finish_without_players(uow, stored):
        return
    number = following_round(stored.season)
    if number is None:
        return
    if stored.settings.format == Format.SWISS:
        swiss.draw_once_ranked(uow, stored)
    elif isinstance(stored.settings.cadence, TimedCadence):
        assert closed.closes_at is not None
        announcing.announce_round(uow, stored, number, after=closed.closes_at)


def _open_round(uow: UnitOfWork, stored: Stored) -> RoundRow:
    return rounds.one(uow, stored.id, stored.season.closed + 1)


def _held(uow: UnitOfWork, stored: Stored, phase: tuple[datetime | None, datetime | None]) -> bool:
    """Hold the season at the end of this phase if the platform was away for most of it."""
    begins_at, ends_at = phase
    assert begins_at is not None
    assert ends_at is not None
    interval: Interval = (begins_at, ends_at)
    if not must_hold(stored.season, interval, kept_presence.absences(uow, stored.id, interval)):
        return False
    stored.row.revision += 1
    seasons.save(uow, stored, hold(stored.season, ends_at))
    telling.changed(uow, stored, "held")
    return True
