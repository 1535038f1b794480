"""A player's counted games in the order of play, from some moment on, each with what it did.

Points are a pure function of the counted games. Whatever changes them (a game voided, one
reported late) is taken out of the line or put into it, and everything after that is folded anew
from the form before: nothing is ever added to or taken off a sum.
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from services.ladder.domain.game import Moment
from services.ladder.domain.points import Form, PointRules


@dataclass(frozen=True, slots=True)
class Step:
    """One counted game in a player's line."""

    at: Moment
    won: bool
    before: Form
    after: Form


@dataclass(frozen=True, slots=True)
class Line:
    """`base` is the form before the first of `steps`."""

    base: Form
    steps: tuple[Step, ...] = ()

    @property
    def form(self) -> Form:
        return self.steps[-1].after if self.steps else self.base


Outcome = tuple[Moment, bool]
"""A counted game: its place in the order of play, and whether this player won it."""


def fold(rules: PointRules, base: Form, outcomes: Sequence[Outcome]) -> tuple[Step, ...]:
    """The steps that `outcomes`, in the order of play, make from `base`."""
    steps, form = [], base
    for at, won in outcomes:
        after = rules.after(form, won=won, finished=at[0])
        steps.append(Step(at, won, form, after))
        form = after
    return tuple(steps)


def with_game(rules: PointRules, line: Line, at: Moment, *, won: bool) -> Line:
    """The line with one more game, in its place; all after it folded anew."""
    place = bisect_left(line.steps, at, key=lambda step: step.at)
    later = [(step.at, step.won) for step in line.steps[place:]]
    return _from(rules, line, place, [(at, won), *later])


def without_game(rules: PointRules, line: Line, at: Moment) -> Line:
    """The line as if the game at `at` had never been."""
    place = bisect_left(line.steps, at, key=lambda step: step.at)
    later = [(step.at, step.won) for step in line.steps[place:] if step.at != at]
    return _from(rules, line, place, later)


def step_of(line: Line, at: Moment) -> Step:
    """What the game at `at` did."""
    return line.steps[bisect_left(line.steps, at, key=lambda step: step.at)]


def form_at(line: Line, at: Moment) -> Form:
    """How the player stands at `at`, which is no counted game's own moment."""
    place = bisect_left(line.steps, at, key=lambda step: step.at)
    return line.steps[place - 1].after if place else line.base


def _from(rules: PointRules, line: Line, place: int, outcomes: Sequence[Outcome]) -> Line:
    base = line.steps[place - 1].after if place else line.base
    return Line(line.base, (*line.steps[:place], *fold(rules, base, outcomes)))
