"""Results: every revision is kept, the match's row says which is in force."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Row, insert, select, update

from services.match.domain.result import Result as DomainResult
from services.match.store.rows import result_values
from services.match.tables import Match, Result
from shared.unit_of_work import UnitOfWork


def add_first(uow: UnitOfWork, results: Sequence[tuple[str, DomainResult]], at: datetime) -> None:
    """Store the first results of duels that have just been settled."""
    if not results:
        return
    uow.connection.execute(
        insert(Result),
        [{"match_id": match_id, "at": at, **result_values(result)} for match_id, result in results],
    )
    settled = [match_id for match_id, _ in results]
    uow.connection.execute(update(Match).where(Match.id.in_(settled)).values(result_revision=1))


def add_revision(
    uow: UnitOfWork,
    match_id: str,
    result: DomainResult,
    *,
    at: datetime,
    act: int,
    operator_id: str,
    reason: str,
) -> None:
    """Store what an operator made of a result."""
    uow.connection.execute(
        insert(Result).values(
            match_id=match_id,
            at=at,
            act=act,
            operator_id=operator_id,
            reason=reason,
            **result_values(result),
        )
    )
    uow.connection.execute(
        update(Match).where(Match.id == match_id).values(result_revision=result.revision)
    )


def revisions(uow: UnitOfWork, match_id: str) -> Sequence[Row[Any]]:
    """All revisions of a match's result, the first one first."""
    return uow.connection.execute(
        select(Result.__table__).where(Result.match_id == match_id).order_by(Result.revision)
    ).all()
