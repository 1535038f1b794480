"""How a duel ended and what it is worth."""

from dataclasses import dataclass
from enum import StrEnum

from services.match.domain.duel import Duel, Phase, Side
from services.match.domain.settings import PointValues


class Outcome(StrEnum):
    """Which side won; `NONE` where both lost."""

    FIRST = "first"
    SECOND = "second"
    DRAW = "draw"
    NONE = "none"


class By(StrEnum):
    """What decided the outcome."""

    ATTEMPTS = "attempts"
    ONLY_SOLVER = "only_solver"
    FORFEIT = "forfeit"
    DOUBLE_FORFEIT = "double_forfeit"
    EQUAL_ATTEMPTS = "equal_attempts"
    UNSOLVED = "unsolved"
    RESIGNATION = "resignation"
    ABANDONMENT = "abandonment"
    PREPARATION_TIMEOUT = "preparation_timeout"
    CLOSED = "closed"
    CORRECTED = "corrected"


@dataclass(frozen=True, slots=True)
class Points:
    """The points of each side."""

    first: int
    second: int


@dataclass(frozen=True, slots=True)
class SideResult:
    """What a side did that counts: whether it played, whether it solved, in how many attempts."""

    played: bool
    solved: bool
    attempts: int


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a closed duel; `attempt_difference` is the first side's.

    An annulled one counts for nothing, though its outcome stays told. Every change of a result
    has the next `revision`. `left` is who resigned or abandoned a live duel, or alone let the
    preparation deadline pass. `left_phase` is the phase in which that, or both, or being closed
    ended it; None where it was played to its end.
    """

    outcome: Outcome
    by: By
    points: Points
    attempt_difference: int
    first: SideResult
    second: SideResult
    revision: int = 1
    annulled: bool = False
    left: Side | None = None
    left_phase: Phase | None = None


def settle(duel: Duel, values: PointValues) -> Result:
    """The result of a duel as it stands; time and clues decide nothing.

    Whoever made no attempt has not played and loses by forfeit, both where neither has; fewer
    attempts win; equal attempts, or no solution on either side, are a draw.
    """
    first, second = side_results(duel)
    outcome, by = _decide(first, second)
    difference = _attempt_difference(first, second, duel.game.max_attempts)
    return Result(outcome, by, award(outcome, values), difference, first, second)


def award(outcome: Outcome, values: PointValues) -> Points:
    """The points of an outcome; both lost is 0 to both, whatever a loss is worth."""
    return {
        Outcome.FIRST: Points(values.win, values.loss),
        Outcome.SECOND: Points(values.loss, values.win),
        Outcome.DRAW: Points(values.draw, values.draw),
        Outcome.NONE: Points(0, 0),
    }[outcome]


def side_results(duel: Duel) -> tuple[SideResult, SideResult]:
    """What each side did."""
    return _side_result(duel, Side.FIRST), _side_result(duel, Side.SECOND)


def _side_result(duel: Duel, side: Side) -> SideResult:
    player = duel.player(side)
    # A barred player forfeits even with attempts made before word of it came.
    if player.barred is not None or not player.attempts:
        return SideResult(played=False, solved=False, attempts=0)
    return SideResult(True, duel.solved(side), len(player.attempts))


def _decide(first: SideResult, second: SideResult) -> tuple[Outcome, By]:
    if first.played and second.played:
        return _compare(first, second)
    if first.played:
        return Outcome.FIRST, By.FORFEIT
    if second.played:
        return Outcome.SECOND, By.FORFEIT
    return Outcome.NONE, By.DOUBLE_FORFEIT


def _compare(first: SideResult, second: SideResult) -> tuple[Outcome, By]:
    if first.solved != second.solved:
        return (Outcome.FIRST if first.solved else Outcome.SECOND), By.ONLY_SOLVER
    if not first.solved:
        return Outcome.DRAW, By.UNSOLVED
    if first.attempts == second.attempts:
        return Outcome.DRAW, By.EQUAL_ATTEMPTS
    fewer = Outcome.FIRST if first.attempts < second.attempts else Outcome.SECOND
    return fewer, By.ATTEMPTS


def _attempt_difference(first: SideResult, second: SideResult, max_attempts: int) -> int:
    if not (first.played and second.played):
        return 0
    used = [side.attempts if side.solved else max_attempts + 1 for side in (first, second)]
    return used[1] - used[0]
