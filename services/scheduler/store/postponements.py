"""The public list of a season's postponements."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import func, select

from services.scheduler.tables import PostponementRow
from shared.unit_of_work import UnitOfWork


def add(
    uow: UnitOfWork, season_id: str, at: datetime, *, unit: str, amount: int, reason: str
) -> None:
    """Enter one more, under the season's lock."""
    before = select(func.count()).select_from(PostponementRow)
    number = uow.session.scalars(before.where(PostponementRow.season_id == season_id)).one() + 1
    uow.session.add(
        PostponementRow(
            season_id=season_id, number=number, at=at, unit=unit, amount=amount, reason=reason
        )
    )
    uow.session.flush()


def of_seasons(uow: UnitOfWork, season_ids: Sequence[str]) -> dict[str, list[PostponementRow]]:
    """By season, in their order."""
    found: dict[str, list[PostponementRow]] = {season_id: [] for season_id in season_ids}
    asked = select(PostponementRow).where(PostponementRow.season_id.in_(season_ids))
    for row in uow.session.scalars(asked.order_by(PostponementRow.number)):
        found[row.season_id].append(row)
    return found
