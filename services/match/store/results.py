"""Results: every revision is kept, the match's row says which is in force."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Row, insert, select, tuple_, update

from services.match.domain.result import Outcome
from services.match.domain.result import Result as DomainResult
from services.match.store import rows
from services.match.store.rows import result_values
from services.match.tables import Match, Result
from shared.inserting import insert_rows
from shared.many import among
from shared.unit_of_work import UnitOfWork


@dataclass(frozen=True, slots=True)
class Kept:
    """One revision of a match's result, with its own number among the season's acts, if it has
    one, and how many acts there had been.
    """

    match_id: str
    result: DomainResult
    act: int | None
    acts: int


def add_first(
    uow: UnitOfWork, results: Sequence[tuple[str, DomainResult]], at: datetime, acts: int
) -> None:
    """Store the first results of duels that have just been settled, after so many acts."""
    if not results:
        return
    insert_rows(
        uow.connection,
        Result,
        [
            {"match_id": match_id, "at": at, "acts": acts, **result_values(result)}
            for match_id, result in results
        ],
    )
    settled = [match_id for match_id, _ in results]
    uow.connection.execute(update(Match).where(among(Match.id, settled)).values(result_revision=1))


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
            acts=act,
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


def first_outcomes(uow: UnitOfWork, match_ids: Sequence[str]) -> dict[str, Outcome]:
    """What the play of each match decided, whatever was made of that later."""
    asked = select(Result.match_id, Result.outcome).where(
        Result.match_id.in_(match_ids), Result.revision == 1
    )
    return {row.match_id: Outcome(row.outcome) for row in uow.connection.execute(asked)}


def revisions_among(uow: UnitOfWork, match_ids: Sequence[str]) -> Sequence[Row[Any]]:
    """All revisions of the results of these matches, those of each in order."""
    asked = select(Result.__table__).where(Result.match_id.in_(match_ids))
    return uow.connection.execute(asked.order_by(Result.match_id, Result.revision)).all()


def some(uow: UnitOfWork, *, after: tuple[str, int], most: int) -> list[Kept]:
    """Results by match and revision, those behind the one `after`."""
    key = (Result.match_id, Result.revision)
    asked = select(Result.__table__).where(tuple_(*key) > tuple_(*after))
    found = uow.connection.execute(asked.order_by(*key).limit(most))
    return [Kept(row.match_id, rows.kept_result(row), row.act, row.acts) for row in found]
