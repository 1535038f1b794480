"""Matches that have closed, by the pair that met."""

from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import Row, select

from services.gateway.domain.signals import Meeting, Observation
from services.gateway.tables.fair_play import ObservationRow, ObservedPairRow
from shared.inserting import insert_and_tell, insert_new
from shared.many import among
from shared.unit_of_work import UnitOfWork


def add(uow: UnitOfWork, observed: Sequence[Observation]) -> list[Observation]:
    """Keep observations, their pairs locked; those that were not kept before, each once."""
    by_match = {one.match_id: one for one in observed}
    pairs = sorted({one.pair for one in observed})
    insert_new(uow.connection, ObservedPairRow, [{"pair": pair} for pair in pairs], ["pair"])
    # Always in the same order, so that nobody waits in a circle.
    locked = select(ObservedPairRow.pair).where(among(ObservedPairRow.pair, pairs))
    uow.connection.execute(locked.order_by(ObservedPairRow.pair).with_for_update()).all()
    rows = [_row(one) for one in by_match.values()]
    new = insert_and_tell(uow.connection, ObservationRow, rows, ["match_id"])
    return [by_match[match_id] for (match_id,) in new]


def players(uow: UnitOfWork, match_ids: Sequence[str]) -> dict[str, tuple[str, str]]:
    """Who played in those of the matches that have closed."""
    asked = select(ObservationRow).where(ObservationRow.match_id.in_(match_ids))
    return {row.match_id: (row.first, row.second) for row in uow.session.scalars(asked)}


def meetings(uow: UnitOfWork, pairs: Collection[str]) -> dict[str, list[Meeting]]:
    """All matches of each locked pair, in the order in which they ended."""
    asked = select(ObservationRow.__table__).where(among(ObservationRow.pair, pairs))
    found: dict[str, list[Meeting]] = {pair: [] for pair in pairs}
    ordered = asked.order_by(ObservationRow.ended_at, ObservationRow.match_id)
    for row in uow.connection.execute(ordered):
        found[row.pair].append(Meeting(row.match_id, _winner(row), row.ended_at))
    return found


def _row(observation: Observation) -> dict[str, Any]:
    return {
        "match_id": observation.match_id,
        "kind": observation.kind,
        "pair": observation.pair,
        "first": observation.first.account_id,
        "second": observation.second.account_id,
        "outcome": observation.outcome,
        "ended_at": observation.ended_at,
    }


def _winner(row: Row[Any]) -> str | None:
    return {"first": row.first, "second": row.second}.get(row.outcome or "")
