"""Rounds that wait to be drawn: the rest of a large round robin, or a Swiss round."""

from datetime import datetime

from services.scheduler.domain.settings import Format
from services.scheduler.store import seasons
from services.scheduler.usecases import robin, swiss
from services.scheduler.usecases.later import or_later
from shared.unit_of_work import UnitOfWork


def next_due(uow: UnitOfWork) -> datetime | None:
    """Since when the first of them waits."""
    due = seasons.first_to_draw(uow)
    return due.at if due else None


def run_due(uow: UnitOfWork) -> None:
    """Draw for the season that has waited longest."""
    with uow.reading() as look:
        due = seasons.first_to_draw(look)
        stored = seasons.read(look, due.season_id) if due else None
    if due and stored:
        draw = swiss.draw if stored.settings.format == Format.SWISS else robin.draw
        or_later(uow, due, lambda: draw(uow, stored.id))
