"""The course of a live duel: opening, the start of solving, and how the computer plays along."""

import random

import pytest

from services.match.domain.computer.guessing import Level
from services.match.domain.duel import Duel, Kind, Phase, Side
from services.match.domain.errors import NotPreparing, NotSolving
from services.match.domain.live import Clocks, Origin
from services.match.domain.live_course import fall_due, go_on
from services.match.domain.live_ending import reckon
from services.match.domain.preparing import ensure_codes, save_code
from services.match.domain.presence import show_sign
from services.match.domain.result import By, Outcome
from services.match.domain.settings import GameSettings
from services.match.domain.solving import make_attempt
from services.match.domain.visibility import view_match
from tests.unit.match.building import SECOND_CODE, START, TICK, WRONG, lowest
from tests.unit.match.live_building import attempt, confirm, live, make_live, solving

FIRST, SECOND = Side
PATIENT = Clocks(abandon_seconds=1000)


def test_a_duel_opens_with_its_clocks_running() -> None:
    duel = make_live()
    assert (duel.kind, duel.season_id, duel.round) == (Kind.LADDER, None, None)
    assert make_live(origin=Origin.PRIVATE).kind is Kind.FRIENDLY
    assert duel.phase(START) is Phase.PREPARING
    assert (duel.preparing_until, duel.solving_until) == (live(60), live(660))
    assert duel.first.seen_at == duel.second.seen_at == START


def test_solving_begins_with_the_second_code() -> None:
    duel = confirm(make_live(), SECOND, 10)
    assert duel.phase(live(11)) is Phase.PREPARING
    duel = confirm(duel, FIRST, 25)
    assert duel.phase(live(25)) is Phase.SOLVING
    assert (duel.preparing_until, duel.solving_until) == (live(25), live(625))


def test_nothing_is_taken_at_the_very_deadline() -> None:
    duel = confirm(make_live(), FIRST, 1)
    with pytest.raises(NotPreparing):
        save_code(duel, SECOND, SECOND_CODE, confirm=True, now=live(60))
    assert save_code(duel, SECOND, SECOND_CODE, confirm=True, now=live(60) - TICK) != duel
    duel = solving(clocks=PATIENT)
    with pytest.raises(NotSolving):
        make_attempt(duel, FIRST, 1, WRONG, now=live(600), choose=lowest)
    assert make_attempt(duel, FIRST, 1, WRONG, now=live(600) - TICK, choose=lowest)


def test_no_code_is_drawn_for_anybody() -> None:
    duel = confirm(make_live(), FIRST, 1)
    assert ensure_codes(duel, live(90), lowest) == duel


def test_whoever_abandoned_can_no_longer_move() -> None:
    with pytest.raises(NotSolving):
        make_attempt(solving(), FIRST, 1, WRONG, now=live(60), choose=lowest)


def test_a_due_duel_reads_as_before_until_it_is_settled() -> None:
    assert view_match(make_live(), None, None, live(90))["state"] is Phase.PREPARING
    assert view_match(solving(), None, None, live(90))["state"] is Phase.SOLVING


def test_both_are_told_whether_it_counts() -> None:
    view = view_match(make_live(), None, None, START)
    assert (view["game_id"], view["rated"], view["unrated_reason"]) == ("m1", True, None)


# The computer

HARD = "3156"


def against(level: Level, clocks: Clocks = Clocks()) -> Duel:
    """A duel in solving against the computer, with a code that it does not find at once."""
    return confirm(make_live(level=level, clocks=clocks), FIRST, 0, HARD)


def test_the_computer_has_its_code_from_the_start() -> None:
    duel = make_live(level=Level.EASY)
    assert duel.second.code == "1111"
    assert duel.second.code_generated
    assert confirm(duel, FIRST, 5).phase(live(5)) is Phase.SOLVING


def test_the_computer_moves_at_once_after_its_opponent() -> None:
    duel = solving(level=Level.NORMAL)
    for number in (1, 2, 3):
        course = attempt(duel, FIRST, "6666", at=number)
        duel = course.duel
        if course.result is not None:
            assert course.result.outcome is Outcome.SECOND
            return
        assert len(duel.second.attempts) == number
        assert duel.second.attempts[-1].at == live(number)


def test_a_repeated_request_moves_no_computer() -> None:
    duel = attempt(solving(level=Level.NORMAL), FIRST, "6666").duel
    again = go_on(duel, FIRST, now=live(2), choose=lowest).duel
    assert again.second.attempts == duel.second.attempts


def test_the_computer_answers_a_solution_too() -> None:
    course = attempt(against(Level.PERFECT), FIRST, "1111")
    assert course.result is not None
    assert (course.result.outcome, course.result.by) == (Outcome.FIRST, By.ONLY_SOLVER)
    assert len(course.duel.second.attempts) == 1


def test_the_computer_plays_its_attempts_out_by_the_end_of_solving() -> None:
    duel = attempt(against(Level.PERFECT, PATIENT), FIRST, "6666").duel
    course = fall_due(duel, now=live(700), away=None, choose=random.Random(1).randrange)
    assert course.result is not None
    assert (course.result.outcome, course.result.by) == (Outcome.SECOND, By.ONLY_SOLVER)
    assert course.duel.ended_at == live(600)
    assert course.duel.second.attempts[-1].guess == HARD
    assert course.duel.second.attempts[-1].at < live(600)


def test_whoever_makes_no_attempt_against_the_computer_has_abandoned() -> None:
    duel = reckon(show_sign(solving(level=Level.EASY, clocks=PATIENT), FIRST, live(599)))
    course = fall_due(duel, now=live(600), away=None, choose=random.Random(1).randrange)
    assert course.result is not None
    assert (course.result.by, course.result.left) == (By.ABANDONMENT, FIRST)


def test_the_computer_abandons_nothing() -> None:
    duel = solving(level=Level.EASY)
    course = fall_due(duel, now=live(60), away=None, choose=lowest)
    assert course.result is not None
    assert (course.result.by, course.result.left) == (By.ABANDONMENT, FIRST)
    assert course.duel.second.attempts == ()


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("seed", range(5))
def test_a_whole_game_against_the_computer(level: Level, seed: int) -> None:
    chance = random.Random(seed)
    game = GameSettings(code_length=3, symbols=3, max_attempts=6)
    duel = confirm(make_live(level=level, game=game, choose=chance.randrange), FIRST, 1, "123")
    course = None
    while course is None or course.result is None:
        guess = "".join(chance.choice("123") for _ in range(3))
        course = attempt(duel, FIRST, guess, choose=chance.randrange)
        duel = course.duel
    made = [len(duel.player(side).attempts) for side in Side]
    assert made[0] == made[1]
