"""Results: every row of the table, what counts of each side, and closing at the right time."""

from dataclasses import replace
from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.match.domain.closing import call_off, close_duel, is_due
from services.match.domain.duel import Bar, Duel, Phase, Player, Side
from services.match.domain.result import Outcome, Points, Result, SideResult, settle
from services.match.domain.settings import PointValues
from tests.unit.match.building import (
    CLOSE,
    FIRST_CODE,
    SECOND_CODE,
    SOLVING,
    START,
    TICK,
    WRONG,
    lowest,
    make_duel,
    played_duel,
    solved_in,
)

A, B = Side.FIRST, Side.SECOND
VALUES = PointValues(win=5, draw=2, loss=1)


def guesses(side: Side, solved: int | None, made: int = 10) -> list[str]:
    return [WRONG] * made if solved is None else solved_in(side, solved)


def result_of(first: list[str], second: list[str]) -> Result:
    return settle(played_duel(first, second), VALUES)


@pytest.mark.parametrize(
    ("first", "second", "outcome", "by", "points", "difference"),
    [
        (4, 6, "first", "attempts", (5, 1), 2),
        (6, 4, "second", "attempts", (1, 5), -2),
        (4, 4, "draw", "equal_attempts", (2, 2), 0),
        (4, None, "first", "only_solver", (5, 1), 7),
        (None, 4, "second", "only_solver", (1, 5), -7),
        (10, None, "first", "only_solver", (5, 1), 1),
        (None, None, "draw", "unsolved", (2, 2), 0),
    ],
)
def test_both_played(
    first: int | None,
    second: int | None,
    outcome: str,
    by: str,
    points: tuple[int, int],
    difference: int,
) -> None:
    result = result_of(guesses(A, first), guesses(B, second))
    assert (result.outcome, result.by) == (outcome, by)
    assert result.points == Points(*points)
    assert result.attempt_difference == difference
    assert (result.revision, result.annulled) == (1, False)


def test_an_unsolved_game_counts_the_maximum_plus_one_however_few_attempts_were_made() -> None:
    assert result_of(solved_in(A, 4), [WRONG]).attempt_difference == 7


def test_unsolved_is_a_draw_however_many_attempts_were_made() -> None:
    result = result_of([WRONG], [WRONG] * 10)
    assert (result.outcome, result.by, result.attempt_difference) == ("draw", "unsolved", 0)


@pytest.mark.parametrize("played", [[WRONG], solved_in(A, 3)])
def test_forfeit(played: list[str]) -> None:
    result = result_of(played, [])
    assert (result.outcome, result.by) == ("first", "forfeit")
    assert (result.points, result.attempt_difference) == (Points(5, 1), 0)


def test_both_forfeit_and_get_nothing_whatever_a_loss_is_worth() -> None:
    result = result_of([], [])
    assert (result.outcome, result.by) == ("none", "double_forfeit")
    assert (result.points, result.attempt_difference) == (Points(0, 0), 0)


def test_what_counts_of_each_side() -> None:
    result = result_of(solved_in(A, 3), [WRONG] * 5)
    assert result.first == SideResult(played=True, solved=True, attempts=3)
    assert result.second == SideResult(played=True, solved=False, attempts=5)
    assert result_of(solved_in(A, 3), []).first == SideResult(True, True, 3)
    assert result_of([], []).second == SideResult(played=False, solved=False, attempts=0)


@pytest.mark.parametrize("bar", Bar)
def test_a_barred_side_has_not_played(bar: Bar) -> None:
    duel = played_duel(solved_in(A, 2), [WRONG])
    result = settle(replace(duel, first=replace(duel.first, barred=bar)), VALUES)
    assert (result.outcome, result.by) == ("second", "forfeit")
    assert result.first == SideResult(played=False, solved=False, attempts=0)
    assert result.attempt_difference == 0


@pytest.mark.parametrize("bar", Bar)
def test_the_opponent_of_a_barred_side_must_still_make_an_attempt(bar: Bar) -> None:
    duel = played_duel(solved_in(A, 2), [])
    result = settle(replace(duel, first=replace(duel.first, barred=bar)), VALUES)
    assert (result.outcome, result.by) == ("none", "double_forfeit")


sides = st.tuples(st.integers(1, 10), st.booleans()) | st.none()


def course(side: Side, played: tuple[int, bool] | None) -> list[str]:
    if played is None:
        return []
    made, solved = played
    return guesses(side, made if solved else None, made)


@given(sides, sides)
def test_the_order_of_the_sides_changes_nothing_but_the_names(
    first: tuple[int, bool] | None, second: tuple[int, bool] | None
) -> None:
    there = result_of(course(A, first), course(B, second))
    back = result_of(course(A, second), course(B, first))
    swapped = {"first": "second", "second": "first", "draw": "draw", "none": "none"}
    mirrored = replace(
        back,
        outcome=Outcome(swapped[back.outcome]),
        points=Points(back.points.second, back.points.first),
        attempt_difference=-back.attempt_difference,
        first=back.second,
        second=back.first,
    )
    assert there == mirrored


@given(sides, sides)
def test_the_difference_goes_to_the_winner_and_only_won_games_have_one(
    first: tuple[int, bool] | None, second: tuple[int, bool] | None
) -> None:
    result = result_of(course(A, first), course(B, second))
    sign = {"first": 1, "second": -1}.get(result.outcome, 0) if result.by != "forfeit" else 0
    assert (result.attempt_difference > 0) - (result.attempt_difference < 0) == sign


class TestClosing:
    def close(self, duel: Duel, now: datetime) -> tuple[Duel, Result]:
        return close_duel(duel, VALUES, now=now, choose=lowest)

    def test_settles_at_the_deadline(self) -> None:
        closed, result = self.close(played_duel(solved_in(A, 2), [WRONG]), CLOSE)
        assert closed.ended_at == CLOSE
        assert result.by == "only_solver"

    def test_codes_nobody_asked_for_are_drawn_to_be_published(self) -> None:
        closed, result = self.close(make_duel(first=Player("ana", draft="2222")), CLOSE)
        assert (closed.first.code, closed.first.code_generated) == ("1111", True)
        assert (closed.second.code, closed.second.code_generated) == ("1111", True)
        assert result.by == "double_forfeit"

    @pytest.mark.parametrize(
        ("duel", "now"),
        [
            (played_duel(), CLOSE - TICK),
            (played_duel(held_phase=Phase.SOLVING), CLOSE),
            (played_duel(held_phase=Phase.PREPARING), CLOSE),
            (played_duel(ended_at=CLOSE), CLOSE),
        ],
    )
    def test_nothing_closes_before_its_deadline_while_held_or_twice(
        self, duel: Duel, now: datetime
    ) -> None:
        assert not is_due(duel, now)
        with pytest.raises(ValueError, match="not due"):
            self.close(duel, now)

    def test_a_season_called_off_while_solving_has_codes_to_publish(self) -> None:
        duel = call_off(make_duel(), now=SOLVING, choose=lowest)
        assert (duel.ended_at, duel.first.code_generated) == (SOLVING, True)

    def test_a_season_called_off_while_preparing_publishes_no_drafts(self) -> None:
        duel = call_off(make_duel(first=Player("ana", draft="2222")), now=START, choose=lowest)
        assert duel.first.code is None
        assert duel.phase(START) == "closed"

    def test_an_ended_duel_is_not_called_off(self) -> None:
        closed, _ = self.close(played_duel(), CLOSE)
        assert call_off(closed, now=CLOSE + TICK, choose=lowest) is closed


def test_the_codes_of_these_tests_are_what_they_seem() -> None:
    duel = played_duel(solved_in(A, 2), solved_in(B, 3))
    assert (duel.first.code, duel.second.code) == (FIRST_CODE, SECOND_CODE)
    assert duel.solved(A)
    assert duel.solved(B)
