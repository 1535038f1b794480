"""Rounds, as the scheduler tells of them. Every change is made under the season's lock."""

from typing import Any

from sqlalchemy import update

from services.match.store.inserting import insert_new
from services.match.tables import Round
from shared.events.catalogue import RoundTimes
from shared.unit_of_work import UnitOfWork


def enter(uow: UnitOfWork, season_id: str, number: int) -> None:
    """Make the round's row if this is the first that is heard of the round."""
    insert_new(uow, Round, [{"season_id": season_id, "number": number}], ["season_id", "number"])


def change(uow: UnitOfWork, season_id: str, number: int, **values: Any) -> None:
    uow.connection.execute(
        update(Round).where(Round.season_id == season_id, Round.number == number).values(**values)
    )


def take_times(uow: UnitOfWork, season_id: str, times: RoundTimes, revision: int) -> None:
    """Take a round's times over unless those of a later revision are known."""
    enter(uow, season_id, times.round)
    uow.connection.execute(
        update(Round)
        .where(
            Round.season_id == season_id,
            Round.number == times.round,
            Round.times_revision < revision,
        )
        .values(
            times_revision=revision,
            preparing_from=times.preparing_from,
            solving_from=times.solving_from,
            closes_at=times.closes_at,
        )
    )
