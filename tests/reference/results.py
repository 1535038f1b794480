"""How a match ended and what it is worth, with corrections and annulments."""

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Points:
    """What a season gives for a win, a draw, a loss and a bye."""

    win: int = 3
    draw: int = 1
    loss: int = 0
    bye: int = 3


@dataclass(frozen=True)
class Side:
    """What one player did in the solving phase."""

    played: bool
    solved: bool
    attempts: int


@dataclass(frozen=True)
class Result:
    """A settled match. `difference` is the first player's; `solved_in` the attempts each needed."""

    outcome: str
    by: str
    points: tuple[int, int]
    difference: int
    solved_in: tuple[int | None, int | None]
    revision: int = 1
    annulled: bool = False


def points_of(outcome: str, points: Points) -> tuple[int, int]:
    """What each side gets. A match that both lost is worth nothing, whatever a loss is worth."""
    return {
        "first": (points.win, points.loss),
        "second": (points.loss, points.win),
        "draw": (points.draw, points.draw),
        "none": (0, 0),
    }[outcome]


def judged(first: Side, second: Side) -> tuple[str, str]:
    """The outcome and what decided it."""
    if not first.played and not second.played:
        return "none", "double_forfeit"
    if not second.played:
        return "first", "forfeit"
    if not first.played:
        return "second", "forfeit"
    if first.solved and second.solved:
        if first.attempts == second.attempts:
            return "draw", "equal_attempts"
        return ("first" if first.attempts < second.attempts else "second"), "attempts"
    if first.solved:
        return "first", "only_solver"
    if second.solved:
        return "second", "only_solver"
    return "draw", "unsolved"


def settle(first: Side, second: Side, points: Points, max_attempts: int) -> Result:
    """The result of a match whose round has closed."""
    outcome, by = judged(first, second)
    difference = 0
    if by in ("attempts", "only_solver"):
        needed = [s.attempts if s.solved else max_attempts + 1 for s in (first, second)]
        difference = needed[1] - needed[0]
    solved_in = (
        first.attempts if first.solved else None,
        second.attempts if second.solved else None,
    )
    return Result(outcome, by, points_of(outcome, points), difference, solved_in)


def annul(result: Result) -> Result:
    """The match counts for nothing; its outcome stays told."""
    return replace(result, points=(0, 0), annulled=True, revision=result.revision + 1)


def correct(result: Result, outcome: str, points: Points) -> Result:
    """The new outcome's points, no difference; solved games stay; an annulment is lifted."""
    return replace(
        result,
        outcome=outcome,
        by="corrected",
        points=points_of(outcome, points),
        difference=0,
        annulled=False,
        revision=result.revision + 1,
    )
