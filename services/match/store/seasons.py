"""Seasons. Whoever changes anything that concerns a season as a whole locks its row first."""

from typing import Any

from sqlalchemy import Row, select, update

from services.match.store.inserting import insert_new
from services.match.tables import Season
from shared.errors import NotFound
from shared.unit_of_work import UnitOfWork

# Far beyond any season, and still a number that the database can look for.
MOST_ROUNDS = 1_000_000


def lock(uow: UnitOfWork, season_id: str) -> Row[Any]:
    """The season's row, locked; made if this is the first that is heard of the season."""
    insert_new(uow, Season, [{"id": season_id}], ["id"])
    season = Season.__table__
    return uow.connection.execute(
        select(season).where(season.c.id == season_id).with_for_update()
    ).one()


def change(uow: UnitOfWork, season_id: str, **values: Any) -> None:
    uow.connection.execute(update(Season).where(Season.id == season_id).values(**values))


def next_act(uow: UnitOfWork, season_id: str) -> int:
    """Number one more act of a locked season."""
    act: int = uow.connection.execute(
        update(Season)
        .where(Season.id == season_id)
        .values(acts=Season.acts + 1)
        .returning(Season.acts)
    ).scalar_one()
    return act


def acts(uow: UnitOfWork, season_id: str) -> int:
    """How many acts there have been in a locked season."""
    counted: int = uow.connection.execute(
        select(Season.acts).where(Season.id == season_id)
    ).scalar_one()
    return counted


def check(uow: UnitOfWork, season_id: str) -> None:
    """Raise `NotFound` for a season not heard of."""
    found = uow.connection.execute(select(Season.id).where(Season.id == season_id)).first()
    if found is None:
        raise NotFound


def check_round(uow: UnitOfWork, season_id: str, number: int) -> None:
    """Raise `NotFound` for a season not heard of, or a round that it does not have."""
    found = uow.connection.execute(select(Season.rounds).where(Season.id == season_id)).first()
    if found is None or not 1 <= number <= (found.rounds or MOST_ROUNDS):
        raise NotFound
