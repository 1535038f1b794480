"""Results of matches, every revision of them; counted by rounds without reading each."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from sqlalchemy import func, select

from services.standings.domain.facts import Correction, Settled
from services.standings.domain.history import RoundCount
from services.standings.domain.results import MatchOutcome, Outcome, Side
from services.standings.store.entering import enter, table_of
from services.standings.tables import ResultRow
from shared.unit_of_work import UnitOfWork

_results = table_of(ResultRow)
_OUTCOMES = {outcome.value: outcome for outcome in Outcome}


class Told(NamedTuple):
    """One revision of a result with its place among the season's acts."""

    result: MatchOutcome
    act: int | None
    acts: int


def enter_results(uow: UnitOfWork, told: Iterable[tuple[str, Told]]) -> None:
    """Keep results, each with its season."""
    enter(uow, ResultRow, [_columns(season_id, one) for season_id, one in told])


def counts(uow: UnitOfWork, season_id: str) -> dict[int, RoundCount]:
    """What has come of each round, from the index alone."""
    columns = (_results.c.round, func.count(), func.max(_results.c.acts))
    first_ones = (_results.c.season_id == season_id, _results.c.revision == 1)
    rows = uow.session.execute(select(*columns).where(*first_ones).group_by(_results.c.round))
    return {number: RoundCount(results, acts) for number, results, acts in rows}


def settled(uow: UnitOfWork, season_id: str) -> dict[str, Settled]:
    """The first result of each match."""
    told = _read(uow, _results.c.season_id == season_id, _results.c.revision == 1)
    return {one.result.match_id: Settled(one.result, one.acts) for one in told}


def corrections(uow: UnitOfWork, season_id: str) -> dict[int, Correction]:
    """The corrections and annulments by the number of the act."""
    told = _read(uow, _results.c.season_id == season_id, _results.c.act.is_not(None))
    return {one.act: Correction(one.act, one.result) for one in told if one.act is not None}


def _read(uow: UnitOfWork, *where: Any) -> Iterator[Told]:
    return map(_told, uow.session.execute(select(_results).where(*where)))


def _columns(season_id: str, told: Told) -> dict[str, Any]:
    result = told.result
    first, second = result.first, result.second
    return {
        "match_id": result.match_id,
        "revision": result.revision,
        "season_id": season_id,
        "round": result.round,
        "first": first.account_id,
        "second": second.account_id,
        "outcome": result.outcome.value,
        "by": result.by,
        "first_played": first.played,
        "second_played": second.played,
        "first_attempts": first.attempts,
        "second_attempts": second.attempts,
        "first_solved": first.solved,
        "second_solved": second.solved,
        "first_points": first.points,
        "second_points": second.points,
        "attempt_difference": result.attempt_difference,
        "annulled": result.annulled,
        "act": told.act,
        "acts": told.acts,
    }


def _told(row: Any) -> Told:
    first = Side(
        row.first, row.first_played, row.first_solved, row.first_attempts, row.first_points
    )
    second = Side(
        row.second, row.second_played, row.second_solved, row.second_attempts, row.second_points
    )
    result = MatchOutcome(
        row.match_id,
        row.round,
        first,
        second,
        _OUTCOMES[row.outcome],
        row.by,
        row.attempt_difference,
        row.revision,
        row.annulled,
    )
    return Told(result, row.act, row.acts)
