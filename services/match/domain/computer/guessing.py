"""What the computer guesses next, by its level."""

from collections.abc import Sequence
from enum import StrEnum

from services.match.domain.codes import Choose, draw_code
from services.match.domain.computer.board import Told
from services.match.domain.computer.consistent import OutOfSteps, Search
from services.match.domain.computer.perfect import perfect_guess
from services.match.domain.settings import GameSettings

SLIPS_ONE_IN = 2
"""How often the easy computer overlooks something."""

TRIES = (10_000, 10_000, 10_000)
LAST_TRY = 5_000
"""Steps; about a millionth of a second each."""


class Level(StrEnum):
    """How well the computer plays."""

    EASY = "easy"
    NORMAL = "normal"
    PERFECT = "perfect"


def next_guess(level: Level, game: GameSettings, history: Sequence[Told], choose: Choose) -> str:
    """The computer's next guess, in bounded work; nothing else than its own attempts decides it.

    `EASY` overlooks one of its attempts now and then, `NORMAL` guesses any code that may be right,
    `PERFECT` the one that tells most.
    """
    match level:
        case Level.EASY:
            return consistent_guess(game, _overlooking(history, choose), choose)
        case Level.NORMAL:
            return consistent_guess(game, history, choose)
        case Level.PERFECT:
            return perfect_guess(game, tuple(history), choose) or consistent_guess(
                game, history, choose
            )


def consistent_guess(game: GameSettings, history: Sequence[Told], choose: Choose) -> str:
    """Some code that fits all that was told.

    Codes are hard to find where very few of very many fit. Looking for them anew in another order
    is faster than looking on; should none be found in the end, one that fits the latest attempts
    has to do.
    """
    for steps in TRIES:
        if found := _find(game, history, steps, choose):
            return found
    return _find(game, history[len(history) // 2 :], LAST_TRY, choose) or draw_code(game, choose)


def _find(game: GameSettings, history: Sequence[Told], steps: int, choose: Choose) -> str | None:
    try:
        return Search(game, history, steps).at_random(choose)
    except OutOfSteps:
        return None


def _overlooking(history: Sequence[Told], choose: Choose) -> Sequence[Told]:
    """The history, without one attempt if it is the time for a slip."""
    if not history or choose(SLIPS_ONE_IN):
        return history
    overlooked = choose(len(history))
    return [told for number, told in enumerate(history) if number != overlooked]
