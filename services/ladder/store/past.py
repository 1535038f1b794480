"""The ranking as it stood: players' rows before their changes.

Two readers need it: whoever asks for an old confirmed ranking, and whoever reads the ranking page
by page while results arrive, who goes on in the ranking that the first page was of.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, String, and_, cast, delete, func, or_, select, text

from services.ladder.domain.ranking import Ranked
from services.ladder.store.players import form_values, ranked_of
from services.ladder.tables.base import table_of
from services.ladder.tables.ranking import PastRow
from shared.inserting import insert_rows
from shared.unit_of_work import UnitOfWork

_PAST = table_of(PastRow)
NEAR = 100_000
"""Transactions last seconds: what one that is under way has numbered is not farther behind."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What a transaction saw of a season's changes: those up to number `last`, but for those of the
    transactions that were still `under_way`.
    """

    last: int
    under_way: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Then:
    """When the ranking is read: in a confirmed `revision`, or as a transaction has `seen` it."""

    revision: int | None = None
    seen: Seen | None = None


@dataclass(frozen=True, slots=True)
class Past:
    """What a player's row was; `until_revision` is 0 while the season is not final."""

    player_id: int
    season_id: str
    ranked: Ranked
    until_revision: int


def add(uow: UnitOfWork, rows: Sequence[Past], at: datetime) -> None:
    insert_rows(
        uow.connection,
        PastRow,
        [
            {
                "season_id": row.season_id,
                "player_id": row.player_id,
                **form_values(row.ranked),
                "until_revision": row.until_revision,
                "replaced_at": at,
            }
            for row in rows
        ],
    )


def what_is_seen(uow: UnitOfWork, season_id: str) -> Seen:
    """What this transaction sees, by which a later one can leave out what came after."""
    latest = select(func.coalesce(func.max(PastRow.id), 0)).where(PastRow.season_id == season_id)
    last = int(uow.connection.execute(latest).scalar_one())
    if uow.connection.dialect.name != "postgresql":
        return Seen(last)
    # Numbers are given before the commit: a lower one may still come.
    under_way = text("SELECT pg_snapshot_xip(pg_current_snapshot())::text")
    found = uow.connection.execute(under_way).scalars()
    return Seen(last, tuple(int(transaction) for transaction in found))


def changed_since(season_id: str, then: Then) -> ColumnElement[bool]:
    """Condition of rows that hold what was changed after `then`."""
    if then.revision is not None:
        return and_(PastRow.season_id == season_id, PastRow.until_revision >= then.revision)
    assert then.seen is not None, "a moment is a revision or what was seen"
    last, under_way = then.seen.last, then.seen.under_way
    if not under_way:
        return and_(PastRow.season_id == season_id, PastRow.id > last)
    later = or_(PastRow.id > last, cast(PastRow.xid, String).in_(map(str, under_way)))
    return and_(PastRow.season_id == season_id, PastRow.id > last - NEAR, later)


def rows_at(season_id: str, then: Then) -> Any:
    """Of every player changed since `then` the row that held at that moment, as a subquery."""
    since = changed_since(season_id, then)
    earliest = select(func.min(PastRow.id)).where(since).group_by(PastRow.player_id)
    return select(_PAST).where(PastRow.id.in_(earliest)).subquery("held")


def all_at(uow: UnitOfWork, season_id: str, then: Then) -> dict[int, Ranked]:
    """Every player changed since `then`, as they were, by the id of their row."""
    held = rows_at(season_id, then)
    return {row.player_id: ranked_of(row) for row in uow.connection.execute(select(held))}


def forget(uow: UnitOfWork, before: datetime, most: int) -> int:
    """Forget what only readers of pages needed; how many rows went."""
    old = select(PastRow.id).where(PastRow.until_revision == 0, PastRow.replaced_at < before)
    ids = uow.connection.execute(old.order_by(PastRow.id).limit(most)).scalars().all()
    if ids:
        uow.connection.execute(delete(PastRow).where(PastRow.id.in_(ids)))
    return len(ids)
