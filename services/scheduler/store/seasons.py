"""Seasons. Whoever changes a season, or anything that belongs to it, locks its row first."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import select, update

from services.scheduler.domain.deadlines import FollowingRound, next_deadline
from services.scheduler.domain.season import Season, State, following_round
from services.scheduler.domain.settings import SeasonSettings
from services.scheduler.store import rounds
from services.scheduler.store.settings import columns_of, settings_from
from services.scheduler.tables import SeasonRow
from shared.errors import NotFound
from shared.unit_of_work import UnitOfWork


@dataclass(frozen=True)
class Due:
    """A season for which there is something to do since an instant; `what` is the column."""

    at: datetime
    season_id: str
    what: str


@dataclass
class Stored:
    """A season as it is kept: its row, and what the rules see of it."""

    row: SeasonRow
    season: Season

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def settings(self) -> SeasonSettings:
        return self.season.settings


def add(uow: UnitOfWork, name: str, season: Season, seed: str, created_by: str) -> Stored:
    now = uow.now()
    row = SeasonRow(id=uow.new_id(), name=name, seed=seed, created_by=created_by, created_at=now)
    row.participants = row.revision = row.departures = 0
    row.announced, row.draw_at = False, None
    stored = Stored(row, season)
    uow.session.add(row)
    save(uow, stored, season)
    return stored


def lock(uow: UnitOfWork, season_id: str) -> Stored:
    """The season, nobody else changing it until this unit of work ends; raises `NotFound`."""
    return _found(uow, season_id, lock=True)


def read(uow: UnitOfWork, season_id: str) -> Stored:
    """The season as it is; raises `NotFound`."""
    return _found(uow, season_id, lock=False)


def save(uow: UnitOfWork, stored: Stored, season: Season) -> None:
    """Keep what became of a locked season, and when its clock is next to be looked at."""
    stored.season, row = season, stored.row
    for name, value in _written(season).items():
        setattr(row, name, value)
    deadline = next_deadline(season, following(uow, stored))
    row.next_at = deadline.at if deadline else None
    if season.state != State.RUNNING:
        row.draw_at = None
    if season.state == State.CANCELLED and row.cancelled_at is None:
        row.cancelled_at = uow.now()
    uow.session.flush()


def following(uow: UnitOfWork, stored: Stored) -> FollowingRound | None:
    """What the season's clock has to know of the round after the last closed one."""
    number = following_round(stored.season)
    row = rounds.find(uow, stored.id, number) if number else None
    if row is None:
        return None
    return FollowingRound(rounds.times_of(row), row.paired_at is not None, row.solving_opened)


def first_due(uow: UnitOfWork) -> Due | None:
    """The season whose clock has something to do before all others'."""
    return _earliest(uow, "next_at")


def first_to_draw(uow: UnitOfWork) -> Due | None:
    """The season that has waited longest for a round to be drawn."""
    return _earliest(uow, "draw_at")


def put_off(uow: UnitOfWork, due: Due, until: datetime) -> None:
    """Look at the season again at another instant."""
    changed = update(SeasonRow).where(SeasonRow.id == due.season_id)
    uow.session.execute(changed.values(**{due.what: until}))


def newest(uow: UnitOfWork, *, state: str | None, before: str | None, most: int) -> list[Stored]:
    """Seasons, the newest first; those older than the season `before`."""
    chosen = select(SeasonRow).order_by(SeasonRow.id.desc()).limit(most)
    if state is not None:
        chosen = chosen.where(SeasonRow.state == state)
    if before is not None:
        chosen = chosen.where(SeasonRow.id < before)
    return [Stored(row, _season(row)) for row in uow.session.scalars(chosen)]


def next_announced(uow: UnitOfWork, *, after: str) -> Stored | None:
    """Of the seasons that others were told of, the first one behind `after` by its id."""
    told = select(SeasonRow).where(SeasonRow.announced, SeasonRow.id > after)
    row = uow.session.scalars(told.order_by(SeasonRow.id).limit(1)).first()
    return Stored(row, _season(row)) if row else None


def _found(uow: UnitOfWork, season_id: str, *, lock: bool) -> Stored:
    asked = select(SeasonRow).where(SeasonRow.id == season_id)
    if lock:
        asked = asked.with_for_update().execution_options(populate_existing=True)
    # What no id can be made of must not reach a database that refuses it.
    row = uow.session.scalars(asked).first() if season_id.isprintable() else None
    if row is None:
        raise NotFound("There is no such season")
    return Stored(row, _season(row))


def _earliest(uow: UnitOfWork, what: str) -> Due | None:
    column = getattr(SeasonRow, what)
    found = uow.session.execute(
        select(column, SeasonRow.id)
        .where(column.is_not(None))
        .order_by(column, SeasonRow.id)
        .limit(1)
    ).first()
    return Due(found[0], found[1], what) if found else None


def _season(row: SeasonRow) -> Season:
    return Season(
        state=State(row.state),
        settings=settings_from(row),
        rounds=row.rounds,
        paired=row.paired,
        closed=row.closed,
        held_end=row.held_end,
        resumed_end=row.resumed_end,
        cancel_reason=row.cancel_reason,
    )


def _written(season: Season) -> dict[str, Any]:
    own = {name: value for name, value in vars(season).items() if name != "settings"}
    return {**columns_of(season.settings), **own, "state": str(season.state)}
