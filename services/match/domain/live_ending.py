"""How a live duel ends: by play as soon as nothing can change it, by a deadline, by leaving.

Of deadlines and abandonments the first decides, and the instant at which it fell due is the end,
whenever it is noticed. Where an abandonment and the deadline of a phase fall on one instant, the
deadline's rule comes first; where both sides abandon at one instant, nobody wins.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from services.match.domain.duel import Duel, Phase, Side
from services.match.domain.presence import abandons_at
from services.match.domain.result import By, Outcome, Points, Result, settle, side_results
from services.match.domain.settings import PointValues

NO_POINTS = PointValues(0, 0, 0)


@dataclass(frozen=True, slots=True)
class Ended:
    """A live duel that is over, and its result."""

    duel: Duel
    result: Result


def reckon(duel: Duel) -> Duel:
    """Note when an open live duel ends if nothing happens before."""
    assert duel.live is not None, "only live duels end by themselves"
    abandonments = (abandons_at(duel, side) for side in Side)
    due_at = min(_deadline(duel), *(at for at in abandonments if at is not None))
    return replace(duel, live=replace(duel.live, due_at=due_at))


def is_decided(duel: Duel) -> bool:
    """Whether the outcome can no longer change in solving, whatever attempts are still made.

    It cannot once neither side has attempts left, nor once one has solved and the other, unsolved,
    has made as many.
    """
    if duel.solving_from is None:
        return False
    if not any(duel.attempts_left(side) for side in Side):
        return True
    return any(duel.solved(side) and _is_behind(duel, side.other, side) for side in Side)


def end_by_play(duel: Duel, at: datetime) -> Ended:
    """End a duel whose attempts decide it."""
    return _ended(duel, settle(duel, NO_POINTS), at)


def end_due(duel: Duel) -> Ended:
    """End a duel that is due, by what fell due first."""
    assert duel.live is not None, "only live duels end by themselves"
    assert duel.live.due_at is not None, "only an open duel ends"
    at = duel.live.due_at
    if at == _deadline(duel):
        return _end_at_deadline(duel, at)
    return _left(duel, [side for side in Side if abandons_at(duel, side) == at], By.ABANDONMENT, at)


def resign(duel: Duel, side: Side, at: datetime) -> Ended:
    """End an open duel that a side gives up, in any phase."""
    return _left(duel, [side], By.RESIGNATION, at)


def close(duel: Duel, at: datetime) -> Ended:
    """End an open duel without a winner: it was called off, or could not be played fairly."""
    return _left(duel, [], By.CLOSED, at)


def _is_behind(duel: Duel, side: Side, other: Side) -> bool:
    made = [len(duel.player(s).attempts) for s in (side, other)]
    return not duel.solved(side) and made[0] >= made[1]


def _deadline(duel: Duel) -> datetime:
    deadline = duel.preparing_until if duel.solving_from is None else duel.closes_at
    assert deadline is not None, "a live duel has its deadlines"
    return deadline


def _end_at_deadline(duel: Duel, at: datetime) -> Ended:
    if duel.solving_from is None:
        late = [side for side in Side if duel.player(side).code is None]
        return _left(duel, late, By.PREPARATION_TIMEOUT, at)
    idle = [side for side in Side if not duel.player(side).attempts]
    return _left(duel, idle, By.ABANDONMENT, at) if idle else end_by_play(duel, at)


def _left(duel: Duel, who: Sequence[Side], by: By, at: datetime) -> Ended:
    """The side that left loses. Without exactly one there is no winner, and nobody left.

    The phase in which it ended is told either way, as game servers tell it of theirs.
    """
    phase = Phase.PREPARING if duel.solving_from is None else Phase.SOLVING
    first, second = side_results(duel)
    if len(who) == 1:
        outcome = Outcome.SECOND if who[0] is Side.FIRST else Outcome.FIRST
        return _ended(
            duel,
            Result(outcome, by, Points(0, 0), 0, first, second, left=who[0], left_phase=phase),
            at,
        )
    together = by if by is By.PREPARATION_TIMEOUT else By.CLOSED
    return _ended(
        duel, Result(Outcome.NONE, together, Points(0, 0), 0, first, second, left_phase=phase), at
    )


def _ended(duel: Duel, result: Result, at: datetime) -> Ended:
    assert duel.live is not None, "only live duels end so"
    return Ended(replace(duel, ended_at=at, live=replace(duel.live, due_at=None)), result)
