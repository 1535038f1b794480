"""Solving: attempts at the other's code."""

from dataclasses import dataclass, replace
from datetime import datetime

from services.match.domain.codes import Choose, check_code
from services.match.domain.duel import Attempt, Duel, Phase, Side
from services.match.domain.errors import (
    AlreadySolved,
    AttemptOutOfTurn,
    NoAttemptsLeft,
    NotSolving,
)
from services.match.domain.feedback import feedback
from services.match.domain.preparing import ensure_codes


@dataclass(frozen=True, slots=True)
class AttemptAnswer:
    """What the player is told: the attempt, whether it solved, and how many it left.

    `repeated` marks the answer to a repeated request, for which `duel` is unchanged.
    """

    duel: Duel
    attempt: Attempt
    solved: bool
    attempts_left: int
    repeated: bool


def make_attempt(
    duel: Duel, side: Side, number: int, guess: str, *, now: datetime, choose: Choose
) -> AttemptAnswer:
    """Try a guess at the other's code as attempt `number` of this side.

    The same number with the same guess gives the same answer again and changes nothing, also
    after solving or after the close. Otherwise raises the first that holds of `InvalidCode`,
    `Withdrawn` or `Disqualified`, `NotSolving`, `AlreadySolved`, `NoAttemptsLeft`,
    `AttemptOutOfTurn`.
    """
    earlier = _find(duel, side, number, guess)
    if earlier is not None:
        return _answer(duel, earlier, repeated=True)
    check_code(duel.game, guess, field="guess")
    duel.player(side).check_may_move()
    check_solving(duel, side, now)
    _check_turn(duel, side, number)
    ready = ensure_codes(duel, now, choose)
    attempt = _judge(ready, side, number, guess, now)
    return _answer(_record(ready, side, attempt), attempt, repeated=False)


def check_solving(duel: Duel, side: Side, now: datetime) -> None:
    """Raises `NotSolving` or `AlreadySolved` where this side has nothing to solve now."""
    if duel.phase(now) is not Phase.SOLVING:
        raise NotSolving
    if duel.solved(side):
        raise AlreadySolved


def _check_turn(duel: Duel, side: Side, number: int) -> None:
    if duel.attempts_left(side) == 0:
        raise NoAttemptsLeft
    if number != len(duel.player(side).attempts) + 1:
        raise AttemptOutOfTurn


def _find(duel: Duel, side: Side, number: int, guess: str) -> Attempt | None:
    made = duel.player(side).attempts
    return next((a for a in made if a.number == number and a.guess == guess), None)


def _judge(duel: Duel, side: Side, number: int, guess: str, now: datetime) -> Attempt:
    told = feedback(duel.secret(side), guess)
    return Attempt(number, guess, told.exact, told.partial, now)


def _record(duel: Duel, side: Side, attempt: Attempt) -> Duel:
    player = duel.player(side)
    return duel.with_player(side, replace(player, attempts=(*player.attempts, attempt)))


def _answer(duel: Duel, attempt: Attempt, *, repeated: bool) -> AttemptAnswer:
    # Counted from the attempt's own number, so that a repeat is told what the first was told.
    solved = attempt.exact == duel.game.code_length
    left = 0 if solved else duel.game.max_attempts - attempt.number
    return AttemptAnswer(duel, attempt, solved, left, repeated)
