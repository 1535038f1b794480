"""Tables as the standings publish them: the next Swiss round is drawn from the first revision."""

from services.scheduler.store import rankings, seasons
from services.scheduler.usecases import ending, swiss
from shared.errors import NotFound
from shared.events.catalogue import StandingsPublished
from shared.unit_of_work import UnitOfWork


def take_table(uow: UnitOfWork, event: StandingsPublished) -> None:
    """Keep a page; with the last one the season goes on, or finishes."""
    if event.revision != 1:
        return
    rankings.keep_page(uow, event)
    try:
        stored = seasons.lock(uow, event.season_id)
    except NotFound:
        return
    if not rankings.is_complete(uow, event.season_id, event.round):
        return
    if not ending.finish_when_played(uow, stored, event.round):
        swiss.draw_once_ranked(uow, stored)
