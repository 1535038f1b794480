"""How a season finishes: with the table after its last round, or for want of players."""

from services.scheduler.domain.season import (
    Season,
    finish_if_deserted,
    finish_if_played,
    following_round,
)
from services.scheduler.store import participants, seasons
from services.scheduler.store.seasons import Stored
from services.scheduler.usecases import telling
from shared.unit_of_work import UnitOfWork


def finish_without_players(uow: UnitOfWork, stored: Stored) -> bool:
    """Finish the season if fewer than two players are in for the following round."""
    number = following_round(stored.season)
    if number is None:
        return False
    still_in = participants.count_in(uow, stored.id, number)
    return _finished(uow, stored, finish_if_deserted(stored.season, still_in))


def finish_when_played(uow: UnitOfWork, stored: Stored, table_after: int) -> bool:
    """Finish the season if the table that has come out is that of its last round."""
    return _finished(uow, stored, finish_if_played(stored.season, table_after))


def _finished(uow: UnitOfWork, stored: Stored, season: Season) -> bool:
    if season == stored.season:
        return False
    seasons.save(uow, stored, season)
    telling.finished(uow, stored)
    return True
