"""A player's line: whatever is put in or taken out, it is the plain fold of what remains."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from services.ladder.domain.game import Moment
from services.ladder.domain.line import Line, Step, fold, step_of, with_game, without_game
from services.ladder.domain.points import PointRules
from services.ladder.domain.settings import LadderSettings
from services.ladder.domain.verification import Stored, differences

RULES = PointRules(LadderSettings())


def at(finish: int, start: int = 0, game: str = "") -> Moment:
    return (finish, start, game or f"game {finish}")


def line_of(results: str) -> Line:
    """Games that finish at 1, 2, 3 …"""
    line = Line(RULES.start)
    for number, result in enumerate(results, 1):
        line = with_game(RULES, line, at(number), won=result == "W")
    return line


def test_voiding_the_second_of_three_wins():
    line = without_game(RULES, line_of("WWW"), at(2))
    assert (line.form.points, line.form.streak) == (1523, 2)
    assert without_game(RULES, line, at(2)) == line


def test_voiding_the_loss_between_wins():
    line = without_game(RULES, line_of("WWLW"), at(3))
    assert (line.form.points, line.form.streak) == (1539, 3)
    line = without_game(RULES, line_of("WLW"), at(2))
    assert (line.form.points, line.form.streak) == (1523, 2)


def test_two_wins_reported_in_either_order():
    first = with_game(RULES, Line(RULES.start), at(10, start=5), won=True)
    first = with_game(RULES, first, at(7, start=6), won=True)
    second = with_game(RULES, Line(RULES.start), at(7, start=6), won=True)
    second = with_game(RULES, second, at(10, start=5), won=True)
    assert first == second
    assert [step.at[0] for step in first.steps] == [7, 10]
    assert (first.form.points, first.form.streak) == (1523, 2)


def test_games_of_one_finish_stand_by_start_and_id():
    line = Line(RULES.start)
    for moment in (at(5, 2, "b"), at(5, 1, "c"), at(5, 2, "a")):
        line = with_game(RULES, line, moment, won=True)
    assert [step.at[1:] for step in line.steps] == [(1, "c"), (2, "a"), (2, "b")]


_games = st.lists(st.tuples(st.integers(0, 30), st.integers(0, 3), st.booleans()), max_size=40)


@given(_games, st.data())
def test_any_history_of_games_in_and_out_is_the_plain_fold_of_those_in(games, data):
    line, held = Line(RULES.start), {}
    for number, (finish, start, won) in enumerate(games):
        moment = at(finish, start, f"game {number}")
        line = with_game(RULES, line, moment, won=won)
        held[moment] = won
        if held and data.draw(st.booleans()):
            gone = data.draw(st.sampled_from(sorted(held)))
            line = without_game(RULES, line, gone)
            del held[gone]
    assert line.steps == fold(RULES, RULES.start, sorted(held.items()))
    shown = sum(step.after.points - step.before.points for step in line.steps)
    assert line.form.points == 1500 + shown
    assert all(step_of(line, moment).won == won for moment, won in held.items())


@given(_games.filter(bool), st.data())
def test_a_line_read_from_some_game_on_goes_on_like_the_whole(games, data):
    line = Line(RULES.start)
    for number, (finish, start, won) in enumerate(games):
        line = with_game(RULES, line, at(finish, start, f"game {number}"), won=won)
    place = data.draw(st.integers(0, len(line.steps) - 1))
    part = Line(line.steps[place].before, line.steps[place:])
    gone = data.draw(st.sampled_from(part.steps)).at
    assert without_game(RULES, part, gone).form == without_game(RULES, line, gone).form


def test_verification_finds_what_is_not_the_fold():
    line = line_of("WLW")
    stored = [stored_of(step) for step in line.steps]
    assert differences(RULES, "ana", line.form, stored) == []
    wrong = [stored[0], (*stored[1][:3], *stored[0][3:]), stored[2]]
    (found,) = differences(RULES, "ana", line.form, wrong)
    assert (found.game_id, found.folded) == ("game 2", line.steps[1].after)
    assert found.stored == replace(line.steps[0].after, finished=line.steps[1].at[0])
    (found,) = differences(RULES, "ana", RULES.start, stored)
    assert (found.game_id, found.folded) == (None, line.form)
    assert differences(RULES, "ana", RULES.start, []) == []


def stored_of(step: Step) -> Stored:
    after = step.after
    numbers = (after.points, after.streak, after.rated_games, after.wins)
    return (step.at[0], step.at[2], step.won, *numbers)
