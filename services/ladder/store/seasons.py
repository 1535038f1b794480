"""Ladder seasons and their confirmed rankings."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, insert, select, update

from services.ladder.domain.season import LadderSeason
from services.ladder.domain.settings import ladder_settings, settings_given
from services.ladder.tables.base import table_of
from services.ladder.tables.seasons import CalendarRow, ConfirmationRow, SeasonRow
from shared.errors import NotFound
from shared.prepared import Prepared
from shared.unit_of_work import UnitOfWork

_SEASONS = table_of(SeasonRow)
_BY_ID = select(_SEASONS).where(SeasonRow.id == bindparam("id"))
_ONE = Prepared(_BY_ID)
_LOCKED = Prepared(_BY_ID.with_for_update())
_HELD_OPEN = Prepared(_BY_ID.with_for_update(read=True))
_SPANNING = Prepared(
    select(_SEASONS).where(
        SeasonRow.starts_at <= bindparam("last"), SeasonRow.ends_at > bindparam("first")
    )
)


@dataclass(frozen=True, slots=True)
class Confirmation:
    """A confirmed ranking: its number, when, who has the prize, and which act corrected it."""

    revision: int
    confirmed_at: datetime
    prize: tuple[str, ...]
    adjustment: int | None


def lock_calendar(uow: UnitOfWork) -> None:
    """Wait for the calendar's row: whoever has it is the only one to plan seasons."""
    uow.connection.execute(select(table_of(CalendarRow)).with_for_update()).one()


def overlapping(uow: UnitOfWork, planned: LadderSeason) -> LadderSeason | None:
    """A season that shares an instant with `planned`, if there is one."""
    shared_time = (SeasonRow.starts_at < planned.ends_at, SeasonRow.ends_at > planned.starts_at)
    row = uow.connection.execute(select(_SEASONS).where(*shared_time).limit(1)).first()
    return _season(row) if row else None


def add(uow: UnitOfWork, season: LadderSeason, *, created_by: str, at: datetime) -> None:
    uow.connection.execute(
        insert(_SEASONS).values(
            id=season.id,
            name=season.name,
            starts_at=season.starts_at,
            ends_at=season.ends_at,
            settings=settings_given(season.settings),
            created_by=created_by,
            created_at=at,
            revision=0,
        )
    )


def one(uow: UnitOfWork, season_id: str) -> LadderSeason:
    """Raises `NotFound`."""
    return _found(uow, _ONE, season_id)


def lock(uow: UnitOfWork, season_id: str) -> LadderSeason:
    """The season, with nobody else confirming or correcting its ranking. Raises `NotFound`."""
    return _found(uow, _LOCKED, season_id)


def hold_open(uow: UnitOfWork, season_id: str) -> LadderSeason:
    """The season, which cannot become final before this transaction ends; many may hold it."""
    return _found(uow, _HELD_OPEN, season_id)


def holding(uow: UnitOfWork, instant: datetime) -> LadderSeason | None:
    """The season to which a game that starts at `instant` belongs."""
    during = (SeasonRow.starts_at <= instant, SeasonRow.ends_at > instant)
    row = uow.connection.execute(select(_SEASONS).where(*during)).first()
    return _season(row) if row else None


def overlapping_span(uow: UnitOfWork, first: datetime, last: datetime) -> list[LadderSeason]:
    """The seasons of all games that start from `first` to `last`."""
    return [_season(row) for row in uow.ask(_SPANNING, first=first, last=last)]


def last_begun(uow: UnitOfWork, now: datetime) -> LadderSeason | None:
    """Of the seasons that are not final the one that began last."""
    begun = select(_SEASONS).where(SeasonRow.starts_at <= now, SeasonRow.revision == 0)
    row = uow.connection.execute(begun.order_by(SeasonRow.starts_at.desc()).limit(1)).first()
    return _season(row) if row else None


def all_open(uow: UnitOfWork) -> list[LadderSeason]:
    """Every season that is not final, by its end."""
    rows = select(_SEASONS).where(SeasonRow.revision == 0).order_by(SeasonRow.ends_at)
    return [_season(row) for row in uow.connection.execute(rows)]


def some(uow: UnitOfWork, *, before: datetime | None, most: int) -> list[LadderSeason]:
    """Seasons by their start, the latest first; those that start before `before`."""
    chosen = select(_SEASONS).order_by(SeasonRow.starts_at.desc()).limit(most)
    if before is not None:
        chosen = chosen.where(SeasonRow.starts_at < before)
    return [_season(row) for row in uow.connection.execute(chosen)]


def confirm(uow: UnitOfWork, season_id: str, confirmation: Confirmation) -> None:
    """Enter a confirmed ranking and make it the season's latest."""
    uow.connection.execute(
        insert(table_of(ConfirmationRow)).values(
            season_id=season_id,
            revision=confirmation.revision,
            confirmed_at=confirmation.confirmed_at,
            prize=list(confirmation.prize),
            adjustment=confirmation.adjustment,
        )
    )
    latest = update(SeasonRow).where(SeasonRow.id == season_id)
    uow.connection.execute(latest.values(revision=confirmation.revision))


def confirmations(uow: UnitOfWork, season_id: str) -> list[Confirmation]:
    """All confirmed rankings of a season, in order."""
    rows = select(table_of(ConfirmationRow)).where(ConfirmationRow.season_id == season_id)
    found = uow.connection.execute(rows.order_by(ConfirmationRow.revision)).all()
    return [
        Confirmation(row.revision, row.confirmed_at, tuple(row.prize), row.adjustment)
        for row in found
    ]


def _found(uow: UnitOfWork, asked: Prepared, season_id: str) -> LadderSeason:
    found = uow.ask(asked, id=season_id)
    if not found:
        raise NotFound("There is no such ladder season")
    return _season(found[0])


def _season(row: Any) -> LadderSeason:
    return LadderSeason(
        id=row.id,
        name=row.name,
        starts_at=row.starts_at,
        ends_at=row.ends_at,
        settings=ladder_settings(row.settings),
        revision=row.revision,
    )
