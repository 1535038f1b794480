"""The log of operators' acts; it only grows."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Row, insert, select

from services.ladder.tables.base import table_of
from services.ladder.tables.seasons import AdjustmentRow
from shared.unit_of_work import UnitOfWork

_LOG = table_of(AdjustmentRow)


@dataclass(frozen=True, slots=True)
class Act:
    """Who did something, why and when."""

    author_id: str
    reason: str
    at: datetime


def add(
    uow: UnitOfWork,
    season_id: str,
    kind: str,
    act: Act,
    *,
    game_id: str | None = None,
    account_id: str | None = None,
) -> int:
    """Enter an act; its number."""
    row = {
        "season_id": season_id,
        "kind": kind,
        "game_id": game_id,
        "account_id": account_id,
        "author_id": act.author_id,
        "reason": act.reason,
        "at": act.at,
    }
    added = uow.connection.execute(insert(_LOG).values(**row).returning(_LOG.c.id))
    return int(added.scalar_one())


def some(uow: UnitOfWork, season_id: str, after: int, most: int) -> Sequence[Row[Any]]:
    """A season's acts in order, those behind number `after`."""
    asked = select(_LOG).where(AdjustmentRow.season_id == season_id, AdjustmentRow.id > after)
    return uow.connection.execute(asked.order_by(AdjustmentRow.id).limit(most)).all()


def last_on(uow: UnitOfWork, season_id: str, account_id: str) -> Row[Any] | None:
    """The latest act on an account."""
    asked = select(_LOG).where(
        AdjustmentRow.season_id == season_id, AdjustmentRow.account_id == account_id
    )
    return uow.connection.execute(asked.order_by(AdjustmentRow.id.desc()).limit(1)).first()
