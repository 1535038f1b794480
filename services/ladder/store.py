"""Between rows and seasons: the only place that knows both."""

from datetime import datetime

from sqlalchemy import select

from services.ladder.domain.season import LadderSeason
from services.ladder.domain.settings import ladder_settings, settings_given
from services.ladder.tables import CalendarRow, SeasonRow
from shared.errors import NotFound
from shared.unit_of_work import UnitOfWork


def lock_calendar(uow: UnitOfWork) -> None:
    """Wait for the calendar's row: whoever has it is the only one to plan seasons."""
    uow.session.execute(select(CalendarRow).with_for_update()).one()


def overlapping(uow: UnitOfWork, planned: LadderSeason) -> LadderSeason | None:
    """A season that shares an instant with `planned`, if there is one."""
    shared_time = (SeasonRow.starts_at < planned.ends_at, SeasonRow.ends_at > planned.starts_at)
    row = uow.session.scalars(select(SeasonRow).where(*shared_time).limit(1)).first()
    return _season(row) if row else None


def add(uow: UnitOfWork, season: LadderSeason, *, created_by: str, at: datetime) -> None:
    uow.session.add(
        SeasonRow(
            id=season.id,
            name=season.name,
            starts_at=season.starts_at,
            ends_at=season.ends_at,
            settings=settings_given(season.settings),
            created_by=created_by,
            created_at=at,
        )
    )


def season(uow: UnitOfWork, season_id: str) -> LadderSeason:
    """Raises `NotFound`."""
    row = uow.session.get(SeasonRow, season_id)
    if row is None:
        raise NotFound("There is no such ladder season")
    return _season(row)


def begun(uow: UnitOfWork, now: datetime) -> LadderSeason | None:
    """The season that began last."""
    newest_first = select(SeasonRow).order_by(SeasonRow.starts_at.desc())
    row = uow.session.scalars(newest_first.where(SeasonRow.starts_at <= now).limit(1)).first()
    return _season(row) if row else None


def seasons(uow: UnitOfWork, *, before: datetime | None, most: int) -> list[LadderSeason]:
    """Seasons by their start, the latest first; those that start before `before`."""
    chosen = select(SeasonRow).order_by(SeasonRow.starts_at.desc()).limit(most)
    if before is not None:
        chosen = chosen.where(SeasonRow.starts_at < before)
    return [_season(row) for row in uow.session.scalars(chosen)]


def _season(row: SeasonRow) -> LadderSeason:
    return LadderSeason(
        id=row.id,
        name=row.name,
        starts_at=row.starts_at,
        ends_at=row.ends_at,
        settings=ladder_settings(row.settings),
    )
