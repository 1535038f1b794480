"""Which results are under review, as incidents say."""

from collections.abc import Sequence

from sqlalchemy import delete, select

from services.gateway.store.rows import add_if_missing
from services.gateway.tables.fair_play import ReviewedRow, ReviewRow
from shared.unit_of_work import UnitOfWork


def named_by(uow: UnitOfWork, incident_id: str) -> set[str]:
    """The matches that are under review because of an incident."""
    asked = select(ReviewedRow.match_id).where(ReviewedRow.incident_id == incident_id)
    return set(uow.session.scalars(asked))


def lock(uow: UnitOfWork, match_id: str) -> ReviewRow:
    add_if_missing(uow, ReviewRow, match_id=match_id, under_review=False, revision=0)
    return uow.session.get_one(ReviewRow, match_id, with_for_update=True, populate_existing=True)


def name(uow: UnitOfWork, match_id: str, incident_id: str, *, named: bool) -> None:
    """An incident under review names a match, or does so no more."""
    if named:
        add_if_missing(uow, ReviewedRow, match_id=match_id, incident_id=incident_id)
        return
    mine = (ReviewedRow.match_id == match_id, ReviewedRow.incident_id == incident_id)
    uow.session.execute(delete(ReviewedRow).where(*mine))


def is_named(uow: UnitOfWork, match_id: str) -> bool:
    """Whether any incident under review names the match."""
    asked = select(ReviewedRow.incident_id).where(ReviewedRow.match_id == match_id).limit(1)
    return uow.session.scalar(asked) is not None


def some(uow: UnitOfWork, *, after: str, most: int) -> Sequence[ReviewRow]:
    """Reviews by their matches, those behind `after`."""
    asked = select(ReviewRow).where(ReviewRow.match_id > after, ReviewRow.revision > 0)
    return uow.session.scalars(asked.order_by(ReviewRow.match_id).limit(most)).all()
