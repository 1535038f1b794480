"""Matches that have closed, by the pair that met."""

from collections.abc import Sequence

from sqlalchemy import select

from services.gateway.domain.signals import Meeting, Observation
from services.gateway.fair_play_tables import ObservationRow, ObservedPairRow
from services.gateway.store.rows import add_if_missing
from shared.unit_of_work import UnitOfWork


def add(uow: UnitOfWork, observation: Observation) -> bool:
    """Keep an observation, its pair locked; False if it is kept already."""
    pair = observation.pair
    add_if_missing(uow, ObservedPairRow, pair=pair)
    uow.session.get_one(ObservedPairRow, pair, with_for_update=True)
    if uow.session.get(ObservationRow, observation.match_id) is not None:
        return False
    uow.session.add(
        ObservationRow(
            match_id=observation.match_id,
            kind=observation.kind,
            pair=pair,
            first=observation.first.account_id,
            second=observation.second.account_id,
            outcome=observation.outcome,
            ended_at=observation.ended_at,
        )
    )
    uow.session.flush()
    return True


def players(uow: UnitOfWork, match_ids: Sequence[str]) -> dict[str, tuple[str, str]]:
    """Who played in those of the matches that have closed."""
    asked = select(ObservationRow).where(ObservationRow.match_id.in_(match_ids))
    return {row.match_id: (row.first, row.second) for row in uow.session.scalars(asked)}


def meetings(uow: UnitOfWork, pair: str) -> Sequence[Meeting]:
    """All matches of a locked pair, in the order in which they ended."""
    asked = select(ObservationRow).where(ObservationRow.pair == pair)
    rows = uow.session.scalars(asked.order_by(ObservationRow.ended_at, ObservationRow.match_id))
    return [Meeting(row.match_id, _winner(row), row.ended_at) for row in rows]


def _winner(row: ObservationRow) -> str | None:
    return {"first": row.first, "second": row.second}.get(row.outcome or "")
