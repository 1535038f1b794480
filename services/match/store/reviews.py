"""Which results are under review; the gateway decides that."""

from collections.abc import Sequence

from sqlalchemy import select, update

from services.match.store.inserting import insert_new
from services.match.tables import Review
from shared.unit_of_work import UnitOfWork


def keep(uow: UnitOfWork, match_id: str, *, under_review: bool, revision: int) -> None:
    """Keep what was told, unless something later is known."""
    values = {"under_review": under_review, "revision": revision}
    if insert_new(uow, Review, [{"match_id": match_id, **values}], ["match_id"]):
        return
    later = (Review.match_id == match_id, Review.revision < revision)
    uow.connection.execute(update(Review).where(*later).values(**values))


def among(uow: UnitOfWork, match_ids: Sequence[str]) -> frozenset[str]:
    """Those of the matches whose results are under review."""
    if not match_ids:
        return frozenset()
    asked = select(Review.match_id).where(Review.match_id.in_(match_ids), Review.under_review)
    return frozenset(uow.connection.execute(asked).scalars())
