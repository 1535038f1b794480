"""The ranking as it stood: players' rows before their changes.

Two readers need it: whoever asks for an old confirmed ranking, and whoever reads the ranking page
by page while results arrive, who goes on in the ranking that the first page was of.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, and_, delete, func, insert, select, text

from services.ladder.domain.ranking import Ranked
from services.ladder.store.players import form_values, ranked_of
from services.ladder.tables import PastRow, table_of
from shared.unit_of_work import UnitOfWork

_PAST = table_of(PastRow)
_TRANSACTIONS = re.compile(r"(\d{1,19}):(\d{1,19}):((?:\d{1,19}(?:,\d{1,19})*)?)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Then:
    """When the ranking is read: in a confirmed `revision`, or as a transaction saw it."""

    revision: int | None = None
    seen: str | None = None


@dataclass(frozen=True, slots=True)
class Past:
    """What a player's row was; `until_revision` is 0 while the season is not final."""

    player_id: int
    season_id: str
    ranked: Ranked
    until_revision: int


def add(uow: UnitOfWork, rows: Sequence[Past], at: datetime) -> None:
    if rows:
        uow.connection.execute(
            insert(_PAST),
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


def what_is_seen(uow: UnitOfWork) -> str:
    """A name for what this transaction sees, by which a later one can leave out what came after."""
    if uow.connection.dialect.name == "postgresql":
        return str(uow.connection.execute(text("SELECT pg_current_snapshot()::text")).scalar_one())
    last = uow.connection.execute(select(func.coalesce(func.max(PastRow.id), 0))).scalar_one()
    return f"{last + 1}:{last + 1}:"


def is_name_of_what_was_seen(name: Any) -> bool:
    """Whether a client gave back a name as `what_is_seen` makes it."""
    found = _TRANSACTIONS.fullmatch(name) if isinstance(name, str) else None
    if found is None:
        return False
    lowest, ahead = int(found[1]), int(found[2])
    between = [int(number) for number in found[3].split(",") if number]
    ordered = between == sorted(set(between))
    return 0 < lowest <= ahead < 2**63 and ordered and all(lowest <= n < ahead for n in between)


def changed_since(uow: UnitOfWork, season_id: str, then: Then) -> ColumnElement[bool]:
    """Condition of rows that hold what was changed after `then`."""
    if then.revision is not None:
        return and_(PastRow.season_id == season_id, PastRow.until_revision >= then.revision)
    assert then.seen is not None, "a moment is a revision or what was seen"
    if uow.connection.dialect.name == "postgresql":
        later = text(
            "xid >= pg_snapshot_xmin(CAST(:seen AS pg_snapshot))"
            " AND NOT pg_visible_in_snapshot(xid, CAST(:seen AS pg_snapshot))"
        ).bindparams(seen=then.seen)
        return and_(PastRow.season_id == season_id, later)
    return and_(PastRow.season_id == season_id, PastRow.id >= int(then.seen.split(":")[0]))


def rows_at(uow: UnitOfWork, season_id: str, then: Then) -> Any:
    """Of every player changed since `then` the row that held at that moment, as a subquery."""
    since = changed_since(uow, season_id, then)
    earliest = select(func.min(PastRow.id)).where(since).group_by(PastRow.player_id)
    return select(_PAST).where(PastRow.id.in_(earliest)).subquery("held")


def all_at(uow: UnitOfWork, season_id: str, then: Then) -> dict[int, Ranked]:
    """Every player changed since `then`, as they were, by the id of their row."""
    held = rows_at(uow, season_id, then)
    return {row.player_id: ranked_of(row) for row in uow.connection.execute(select(held))}


def forget(uow: UnitOfWork, before: datetime, most: int) -> int:
    """Forget what only readers of pages needed; how many rows went."""
    old = select(PastRow.id).where(PastRow.until_revision == 0, PastRow.replaced_at < before)
    ids = uow.connection.execute(old.order_by(PastRow.id).limit(most)).scalars().all()
    if ids:
        uow.connection.execute(delete(PastRow).where(PastRow.id.in_(ids)))
    return len(ids)
