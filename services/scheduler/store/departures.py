"""Who left a season after its list closed, numbered under the season's lock."""

from collections.abc import Sequence

from sqlalchemy import select, tuple_

from services.scheduler.domain.participants import Participant
from services.scheduler.tables import DepartureRow
from shared.unit_of_work import UnitOfWork


def add(
    uow: UnitOfWork, season_id: str, number: int, out: Participant, last_round: int | None
) -> DepartureRow:
    """Enter the next departure of a season."""
    assert out.out_from_round is not None
    row = DepartureRow(
        season_id=season_id,
        number=number,
        account_id=out.account_id,
        kind=str(out.status),
        from_round=out.out_from_round,
        last_round=last_round,
    )
    uow.session.add(row)
    uow.session.flush()
    return row


def of_season(uow: UnitOfWork, season_id: str, *, after: int, most: int) -> Sequence[DepartureRow]:
    """A season's departures in order, those behind number `after`."""
    asked = select(DepartureRow).where(
        DepartureRow.season_id == season_id, DepartureRow.number > after
    )
    return uow.session.scalars(asked.order_by(DepartureRow.number).limit(most)).all()


def some(uow: UnitOfWork, *, after: tuple[str, int], most: int) -> Sequence[DepartureRow]:
    """Departures by season and number, those behind the one `after`."""
    key = (DepartureRow.season_id, DepartureRow.number)
    asked = select(DepartureRow).where(tuple_(*key) > tuple_(*after))
    return uow.session.scalars(asked.order_by(*key).limit(most)).all()
