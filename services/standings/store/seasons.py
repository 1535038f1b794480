"""Seasons: the copy of their settings, and the lock that goes with the row."""

from typing import Any

from sqlalchemy import select, update

from services.standings.domain.season import Points, Season
from services.standings.store.entering import enter
from services.standings.tables import SeasonRow
from shared.errors import NotFound
from shared.unit_of_work import UnitOfWork


def learn(uow: UnitOfWork, season_id: str, told: dict[str, Any]) -> None:
    """Note what has been told of a season, perhaps the first thing ever."""
    enter(uow, SeasonRow, [{"id": season_id}])
    uow.session.execute(update(SeasonRow).where(SeasonRow.id == season_id).values(**told))


def get(uow: UnitOfWork, season_id: str) -> Season:
    """Raises `NotFound`."""
    row = uow.session.get(SeasonRow, season_id)
    if row is None:
        raise NotFound("There is no such season")
    return _season(row)


def lock(uow: UnitOfWork, season_id: str) -> Season | None:
    """The season, once nobody else publishes its tables; None if nothing was told of it."""
    chosen = select(SeasonRow).where(SeasonRow.id == season_id).with_for_update()
    row = uow.session.scalars(chosen.execution_options(populate_existing=True)).first()
    return None if row is None else _season(row)


def _season(row: SeasonRow) -> Season:
    return Season(
        id=row.id,
        name=row.name,
        format=row.format,
        time_zone=row.time_zone,
        points=None if row.points is None else Points(**row.points),
        rounds=row.rounds,
        pages=row.pages,
        last_round=row.last_round,
    )
