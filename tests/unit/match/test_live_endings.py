"""How live duels end: by play as soon as nothing can change it, by deadlines, by leaving."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.match.domain.duel import Duel, Phase, Side
from services.match.domain.live import Clocks
from services.match.domain.live_course import fall_due, go_on
from services.match.domain.live_ending import (
    Ended,
    close,
    end_by_play,
    end_due,
    is_decided,
    reckon,
    resign,
)
from services.match.domain.presence import show_sign
from services.match.domain.result import By, Outcome, Points, Result
from services.match.domain.settings import GameSettings
from tests.unit.match.building import FIRST_CODE, SECOND_CODE, TICK, WRONG, attempts_at, lowest
from tests.unit.match.live_building import attempt, attempts, confirm, live, make_live, solving

FIRST, SECOND = Side
PATIENT = Clocks(abandon_seconds=1000)
MOST = 4


def told(result: Result | None) -> tuple[object, ...]:
    assert result is not None
    return result.outcome, result.by, result.left, result.left_phase


def end_at(duel: Duel, seconds: float) -> Ended:
    """The end of a duel that falls due so many seconds after its opening, and no earlier."""
    assert duel.live is not None
    assert duel.live.due_at == live(seconds)
    assert duel.phase(live(seconds) - TICK) is not Phase.CLOSED
    assert duel.phase(live(seconds)) is Phase.CLOSED
    ended = end_due(duel)
    assert ended.duel.ended_at == live(seconds)
    assert ended.duel.live is not None
    assert ended.duel.live.due_at is None
    return ended


# When the outcome can no longer change


@dataclass(frozen=True)
class Stand:
    """How a side stands: attempts made, the last of which may have solved."""

    made: int
    solved: bool

    def futures(self) -> Iterator["Stand"]:
        """All ways in which it may stand at the end of solving."""
        yield self
        if not self.solved:
            for made in range(self.made + 1, MOST + 1):
                yield Stand(made, False)
                yield Stand(made, True)


def final_outcome(first: Stand, second: Stand) -> Outcome:
    """The rule once more, in plain words."""
    if not first.made or not second.made:
        return Outcome.FIRST if first.made else Outcome.SECOND if second.made else Outcome.NONE
    worth = [stand.made if stand.solved else MOST + 1 for stand in (first, second)]
    if worth[0] == worth[1]:
        return Outcome.DRAW
    return Outcome.FIRST if worth[0] < worth[1] else Outcome.SECOND


STANDS = [
    Stand(made, solved)
    for made in range(MOST + 1)
    for solved in (False, True)
    if made or not solved
]


def duel_at(first: Stand, second: Stand) -> Duel:
    duel = solving(game=GameSettings(max_attempts=MOST))
    for side, stand, code in ((FIRST, first, SECOND_CODE), (SECOND, second, FIRST_CODE)):
        guesses = [WRONG] * (stand.made - stand.solved) + [code] * stand.solved
        player = replace(duel.player(side), attempts=attempts_at(code, guesses))
        duel = duel.with_player(side, player)
    return duel


@pytest.mark.parametrize(("first", "second"), list(product(STANDS, STANDS)))
def test_a_duel_is_decided_when_every_future_has_one_outcome(first: Stand, second: Stand) -> None:
    futures = product(first.futures(), second.futures())
    outcomes = {final_outcome(*future) for future in futures}
    assert is_decided(duel_at(first, second)) == (len(outcomes) == 1)


@given(st.lists(st.tuples(st.sampled_from(Side), st.booleans()), max_size=2 * MOST))
def test_a_duel_ends_with_the_attempt_that_decides_it(moves: list[tuple[Side, bool]]) -> None:
    duel, stands = (
        solving(game=GameSettings(max_attempts=MOST)),
        dict.fromkeys(Side, Stand(0, False)),
    )
    for side, solves in moves:
        if not duel.attempts_left(side):
            continue
        guess = duel.secret(side) if solves else WRONG
        course = attempt(duel, side, guess)
        duel, stands[side] = course.duel, Stand(stands[side].made + 1, solves)
        futures = product(stands[FIRST].futures(), stands[SECOND].futures())
        outcomes = {final_outcome(*future) for future in futures}
        assert (course.result is None) == (len(outcomes) > 1)
        if course.result is not None:
            assert {course.result.outcome} == outcomes
            assert duel.ended_at == live(1)
            return


@pytest.mark.parametrize(
    ("first", "second", "outcome", "by", "difference"),
    [
        ((3, True), (2, True), "second", "attempts", -1),
        ((2, True), (2, True), "draw", "equal_attempts", 0),
        ((2, True), (2, False), "first", "only_solver", 3),
        ((4, False), (4, False), "draw", "unsolved", 0),
    ],
)
def test_results_by_play(
    first: tuple[int, bool], second: tuple[int, bool], outcome: str, by: str, difference: int
) -> None:
    duel = duel_at(Stand(*first), Stand(*second))
    result = end_by_play(duel, live(9)).result
    assert (result.outcome, result.by, result.attempt_difference) == (outcome, by, difference)
    assert (result.points, result.left, result.left_phase) == (Points(0, 0), None, None)


# Deadlines


def test_whoever_has_not_confirmed_by_the_deadline_loses() -> None:
    duel = confirm(make_live(), FIRST, 10)
    result = end_at(duel, 60).result
    assert told(result) == (Outcome.FIRST, By.PREPARATION_TIMEOUT, SECOND, Phase.PREPARING)


def test_a_draft_is_no_code() -> None:
    duel = confirm(make_live(), FIRST, 10)
    duel = duel.with_player(SECOND, replace(duel.second, draft="1111"))
    assert end_at(duel, 60).result.left is SECOND


def test_both_late_is_no_win_for_anybody() -> None:
    result = end_at(make_live(), 60).result
    assert told(result) == (Outcome.NONE, By.PREPARATION_TIMEOUT, None, Phase.PREPARING)


def test_the_preparation_deadline_comes_before_an_abandonment_at_the_same_instant() -> None:
    duel = make_live(clocks=Clocks(preparation_seconds=60, abandon_seconds=50))
    seen = reckon(show_sign(duel, FIRST, live(10)))
    assert end_at(reckon(show_sign(seen, SECOND, live(30))), 60).result.by is By.PREPARATION_TIMEOUT
    assert end_at(reckon(show_sign(seen, SECOND, live(9))), 59).result.by is By.ABANDONMENT


def test_the_end_of_solving_is_decided_by_play() -> None:
    duel = attempt(solving(clocks=PATIENT), FIRST, WRONG, at=590).duel
    duel = attempt(duel, SECOND, WRONG, at=595).duel
    assert told(end_at(duel, 600).result) == (Outcome.DRAW, By.UNSOLVED, None, None)


def test_no_attempt_by_the_end_of_solving_is_abandonment() -> None:
    duel = attempt(solving(clocks=PATIENT), FIRST, WRONG, at=590).duel
    duel = reckon(show_sign(duel, SECOND, live(599)))
    result = end_at(duel, 600).result
    assert told(result) == (Outcome.FIRST, By.ABANDONMENT, SECOND, Phase.SOLVING)


def test_no_attempt_by_both_closes_without_a_winner() -> None:
    duel = solving()
    for side in Side:
        duel = reckon(show_sign(duel, side, live(599)))
    assert told(end_at(duel, 600).result) == (Outcome.NONE, By.CLOSED, None, Phase.SOLVING)


# Abandonment


def test_the_first_to_show_no_sign_for_too_long_loses() -> None:
    duel = reckon(show_sign(solving(), FIRST, live(20)))
    assert told(end_at(duel, 60).result) == (Outcome.FIRST, By.ABANDONMENT, SECOND, Phase.SOLVING)
    later = reckon(show_sign(duel, SECOND, live(21)))
    assert told(end_at(later, 80).result) == (Outcome.SECOND, By.ABANDONMENT, FIRST, Phase.SOLVING)


def test_both_at_one_instant_is_no_win_for_anybody() -> None:
    assert told(end_at(solving(), 60).result) == (Outcome.NONE, By.CLOSED, None, Phase.SOLVING)


def test_preparing_can_be_abandoned_too() -> None:
    duel = make_live(clocks=Clocks(preparation_seconds=300))
    duel = reckon(show_sign(duel, FIRST, live(1)))
    result = end_at(duel, 60).result
    assert told(result) == (Outcome.FIRST, By.ABANDONMENT, SECOND, Phase.PREPARING)


def test_whoever_has_nothing_to_do_abandons_nothing() -> None:
    duel = confirm(make_live(clocks=Clocks(preparation_seconds=300)), FIRST, 1)
    duel = reckon(show_sign(duel, SECOND, live(200)))
    assert end_at(duel, 260).result.left is SECOND


def test_whoever_has_solved_only_waits() -> None:
    duel = attempts(solving(), FIRST, [WRONG, SECOND_CODE]).duel
    duel = attempt(duel, SECOND, WRONG, at=50).duel
    assert end_at(duel, 110).result.left is SECOND


def test_time_runs_from_the_beginning_of_the_phase_in_which_there_is_something_to_do() -> None:
    duel = confirm(make_live(), FIRST, 1)
    duel = confirm(duel, SECOND, 55)
    assert end_at(duel, 115).result.by is By.CLOSED


@given(
    st.lists(st.tuples(st.sampled_from(Side), st.integers(0, 599)), max_size=12),
    st.integers(1, 90),
)
def test_presence_against_a_plain_clock(signs: list[tuple[Side, int]], patience: int) -> None:
    """Second after second: the first to have been silent for too long has left."""
    clocks = Clocks(abandon_seconds=patience, solve_seconds=600)
    duel, seen, ended = solving(clocks=clocks), dict.fromkeys(Side, 0), None
    for second in range(1, 601):
        gone = [side for side in Side if second - seen[side] >= patience]
        if gone or second == 600:
            ended = (second, gone)
            break
        for side, at in signs:
            if at == second:
                seen[side] = second
                duel = go_on(duel, side, now=live(second), choose=lowest).duel
    assert ended is not None
    second, gone = ended
    result = end_at(duel, second).result
    assert result.left == (gone[0] if len(gone) == 1 and second < 600 else None)
    assert (result.by is By.ABANDONMENT) == (result.left is not None)


# Leaving, and being closed


@pytest.mark.parametrize("side", Side)
def test_resigning_loses_in_any_phase(side: Side) -> None:
    for duel, phase in ((make_live(), Phase.PREPARING), (solving(), Phase.SOLVING)):
        ended = resign(duel, side, live(5))
        winner = Outcome.SECOND if side is FIRST else Outcome.FIRST
        assert told(ended.result) == (winner, By.RESIGNATION, side, phase)
        assert ended.duel.ended_at == live(5)


def test_a_solver_who_resigns_loses_all_the_same() -> None:
    duel = attempts(solving(), FIRST, [WRONG, SECOND_CODE]).duel
    assert resign(duel, FIRST, live(5)).result.outcome is Outcome.SECOND


def test_a_duel_that_is_closed_has_no_winner() -> None:
    duel = attempts(solving(), FIRST, [WRONG, SECOND_CODE]).duel
    assert told(close(duel, live(5)).result) == (Outcome.NONE, By.CLOSED, None, Phase.SOLVING)
    never = close(make_live(), live(5)).result
    assert told(never) == (Outcome.NONE, By.CLOSED, None, Phase.PREPARING)


# While the platform was away


def test_what_fell_due_while_the_platform_was_away_has_no_winner() -> None:
    duel = reckon(show_sign(solving(), FIRST, live(20)))
    away = (live(30), live(90))
    course = fall_due(duel, now=live(90), away=away, choose=lowest)
    assert told(course.result) == (Outcome.NONE, By.CLOSED, None, Phase.SOLVING)
    assert course.duel.ended_at == live(90)


def test_time_that_ran_through_an_absence_begins_anew() -> None:
    duel = reckon(show_sign(solving(), FIRST, live(20)))
    away = (live(21), live(55))
    course = fall_due(duel, now=live(60), away=away, choose=lowest)
    assert course.result is None
    assert end_at(course.duel, 115).result.by is By.CLOSED


def test_an_absence_of_before_changes_nothing() -> None:
    duel = reckon(show_sign(solving(), FIRST, live(20)))
    for away in (None, (live(-100), live(-50)), (live(60) + TICK, live(200))):
        course = fall_due(duel, now=live(300), away=away, choose=lowest)
        assert told(course.result)[1:3] == (By.ABANDONMENT, SECOND)
        assert course.duel.ended_at == live(60)
