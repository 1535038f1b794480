"""Telling which results are under review: those named by an incident that is."""

from services.gateway.domain.incidents import State
from services.gateway.store import reviews
from services.gateway.tables.fair_play import IncidentRow
from shared.events.catalogue import ReviewChanged
from shared.unit_of_work import UnitOfWork


def follow(uow: UnitOfWork, incident: IncidentRow) -> None:
    """Bring the reviews of the matches that a locked incident names, or named, up to date."""
    before = reviews.named_by(uow, incident.id)
    now = set(incident.match_ids) if incident.state == State.UNDER_REVIEW else set()
    # Always in the same order, so that two incidents never wait for each other.
    for match_id in sorted(before ^ now):
        row = reviews.lock(uow, match_id)
        reviews.name(uow, match_id, incident.id, named=match_id in now)
        under_review = reviews.is_named(uow, match_id)
        if under_review != row.under_review:
            row.under_review, row.revision = under_review, row.revision + 1
            uow.emit(
                ReviewChanged(match_id=match_id, under_review=under_review, revision=row.revision)
            )
