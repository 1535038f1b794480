"""What an operator can do to the result of a closed league match."""

from dataclasses import replace

from services.match.domain.duel import Duel, Kind
from services.match.domain.errors import MatchOpen, OwnMatch, UseLadderVoid
from services.match.domain.result import By, Outcome, Points, Result, award
from services.match.domain.settings import PointValues


def correctable(duel: Duel, result: Result | None, operator_id: str) -> Result:
    """The result that this operator may annul or correct.

    Raises `OwnMatch` for an operator who plays in it, `UseLadderVoid` outside the league,
    `MatchOpen` where there is no result yet.
    """
    if duel.side_of(operator_id) is not None:
        raise OwnMatch
    if duel.kind is not Kind.LEAGUE:
        raise UseLadderVoid
    if result is None:
        raise MatchOpen
    return result


def annul(result: Result) -> Result:
    """Make a result count for nothing; its outcome stays told. Again: the same result."""
    annulled = replace(result, points=Points(0, 0), attempt_difference=0, annulled=True)
    return _revised(result, annulled)


def correct(result: Result, outcome: Outcome, values: PointValues) -> Result:
    """Give a result another outcome, with its points and win and an attempt difference of 0.

    Solved games stay counted and an annulment is lifted. The same correction again changes
    nothing.
    """
    corrected = replace(
        result,
        outcome=outcome,
        by=By.CORRECTED,
        points=award(outcome, values),
        attempt_difference=0,
        annulled=False,
    )
    return _revised(result, corrected)


def _revised(before: Result, after: Result) -> Result:
    return before if after == before else replace(after, revision=before.revision + 1)
