"""Rounds that wait to be drawn: the rest of a large round robin, or a Swiss round."""

from datetime import datetime

from services.scheduler.domain.settings import Format
from services.scheduler.store import seasons
from services.scheduler.usecases import robin, swiss
from shared.unit_of_work import UnitOfWork


def next_due(uow: UnitOfWork) -> datetime | None:
    """Since when the first of them waits."""
    due = seasons.first_to_draw(uow)
    return due[0] if due else None


def run_due(uow: UnitOfWork) -> None:
    """Draw for the season that has waited longest."""
    with uow.reading() as look:
        due = seasons.first_to_draw(look)
        stored = seasons.read(look, due[1]) if due else None
    if stored is None:
        return
    if stored.settings.format == Format.SWISS:
        swiss.draw(uow, stored.id)
    else:
        robin.draw_some(uow, seasons.lock(uow, stored.id))
