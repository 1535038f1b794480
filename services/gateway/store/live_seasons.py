"""What the listeners of each season know, and which rounds are about to open."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import func, select, update

from services.gateway.domain.heartbeat import ROUND_STEPS, Told
from services.gateway.store.rows import add_if_missing
from services.gateway.tables.live import LiveRoundRow, LiveSeasonRow, LiveTableRow
from shared.events.catalogue import RoundTimes
from shared.unit_of_work import UnitOfWork


def lock(uow: UnitOfWork, season_id: str) -> LiveSeasonRow:
    """The season's row, made if need be; nobody else tells of the season meanwhile."""
    add_if_missing(
        uow,
        LiveSeasonRow,
        season_id=season_id,
        swiss=False,
        announced=False,
        revision=0,
        over=False,
        steps=0,
    )
    query = select(LiveSeasonRow).where(LiveSeasonRow.season_id == season_id).with_for_update()
    return uow.session.scalars(query.execution_options(populate_existing=True)).one()


def told(uow: UnitOfWork, season: LiveSeasonRow) -> Told:
    tables = select(LiveTableRow.round, LiveTableRow.revision).where(
        LiveTableRow.season_id == season.season_id
    )
    known = dict(uow.session.execute(tables).all())
    return Told(season.season_id, season.swiss, season.steps, known)


def save_told(uow: UnitOfWork, season: LiveSeasonRow, before: Told, now: Told) -> None:
    season.steps = now.steps
    for round, revision in now.tables.items():
        if before.tables.get(round) != revision:
            uow.session.merge(LiveTableRow(season_id=now.season_id, round=round, revision=revision))
    uow.session.flush()


def keep_times(uow: UnitOfWork, season_id: str, times: RoundTimes, revision: int) -> None:
    """Take a round's times over unless newer ones are known."""
    _add_round(uow, season_id, times.round)
    uow.session.execute(
        update(LiveRoundRow)
        .where(
            LiveRoundRow.season_id == season_id,
            LiveRoundRow.round == times.round,
            LiveRoundRow.times_revision < revision,
        )
        .values(preparing_from=times.preparing_from, times_revision=revision)
    )


def keep_pairing(uow: UnitOfWork, season_id: str, round: int) -> None:
    _add_round(uow, season_id, round)
    uow.session.execute(
        update(LiveRoundRow)
        .where(LiveRoundRow.season_id == season_id, LiveRoundRow.round == round)
        .values(paired=True)
    )


def next_opening(uow: UnitOfWork) -> datetime | None:
    """When the next round that nobody was told of yet begins to prepare."""
    return uow.session.scalar(
        select(func.min(LiveRoundRow.preparing_from))
        .join(LiveSeasonRow, LiveSeasonRow.season_id == LiveRoundRow.season_id)
        .where(*_ABOUT_TO_OPEN)
    )


def openings_due(uow: UnitOfWork, now: datetime, most: int) -> Sequence[tuple[str, int]]:
    """Season and round of what opens at `now` or should have before, the earliest first."""
    query = (
        select(LiveRoundRow.season_id, LiveRoundRow.round)
        .join(LiveSeasonRow, LiveSeasonRow.season_id == LiveRoundRow.season_id)
        .where(*_ABOUT_TO_OPEN, LiveRoundRow.preparing_from <= now)
        .order_by(LiveRoundRow.preparing_from, LiveRoundRow.season_id)
    )
    return uow.session.execute(query.limit(most)).all()


# Of every season the round after the last closed one, if it is paired and has its times.
_ABOUT_TO_OPEN = (
    LiveRoundRow.paired,
    LiveRoundRow.preparing_from.is_not(None),
    LiveSeasonRow.steps == (LiveRoundRow.round - 1) * len(ROUND_STEPS),
    LiveSeasonRow.over.is_(False),
)


def _add_round(uow: UnitOfWork, season_id: str, round: int) -> None:
    add_if_missing(
        uow,
        LiveRoundRow,
        season_id=season_id,
        round=round,
        paired=False,
        preparing_from=None,
        times_revision=-1,
    )
