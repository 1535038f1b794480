"""Live duels for the tests: opened at START, with a minute to prepare and ten to solve."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from services.match.domain.computer.guessing import Level
from services.match.domain.duel import Duel, Side
from services.match.domain.live import Clocks, Origin, Terms
from services.match.domain.live_course import Course, go_on, open_duel
from services.match.domain.preparing import save_code
from services.match.domain.settings import GameSettings
from services.match.domain.solving import make_attempt
from tests.unit.match.building import FIRST_CODE, GAME, SECOND_CODE, START, WRONG, lowest

SECOND = timedelta(seconds=1)


def live(seconds: float) -> Any:
    """An instant, so many seconds after the opening."""
    return START + timedelta(seconds=seconds)


def make_live(
    *,
    game: GameSettings = GAME,
    clocks: Clocks = Clocks(),
    level: Level | None = None,
    origin: Origin = Origin.QUEUE,
    choose: Any = lowest,
) -> Duel:
    """A live duel that has just been opened."""
    terms = Terms(origin, rated=level is None, clocks=clocks, level=level)
    return open_duel("m1", ("ana", "bea"), game, terms, now=START, choose=choose)


def confirm(duel: Duel, side: Side, at: float, code: str | None = None) -> Duel:
    """A side confirms its code so many seconds after the opening."""
    mine = code or (FIRST_CODE if side is Side.FIRST else SECOND_CODE)
    now = live(at)
    saved = save_code(duel, side, mine, confirm=True, now=now)
    return go_on(saved, side, now=now, choose=lowest).duel


def solving(at: float = 0.0, **options: Any) -> Duel:
    """A live duel whose solving began so many seconds after the opening."""
    duel = make_live(**options)
    for side in Side:
        if duel.player(side).code is None:
            duel = confirm(duel, side, at)
    return duel


def attempt(
    duel: Duel, side: Side, guess: str = WRONG, at: float = 1.0, choose: Any = lowest
) -> Course:
    """A side's next attempt, so many seconds after the opening."""
    number, now = len(duel.player(side).attempts) + 1, live(at)
    made = make_attempt(duel, side, number, guess, now=now, choose=choose)
    return go_on(made.duel, side, now=now, choose=choose)


def attempts(duel: Duel, side: Side, guesses: Sequence[str], at: float = 1.0) -> Course:
    """Some attempts of a side, one after the other."""
    course = Course(duel)
    for guess in guesses:
        assert course.result is None, "the duel is over already"
        course = attempt(course.duel, side, guess, at)
    return course
