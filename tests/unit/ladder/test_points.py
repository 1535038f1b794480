"""What a win gives and a loss costs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.ladder.domain.points import Form, PointRules
from services.ladder.domain.settings import LadderSettings, LossBracket

RULES = PointRules(LadderSettings())


def points(results: str, start: int = 1500, rules: PointRules = RULES) -> list[int]:
    """The points after each of `results`, a string of W and L."""
    form, seen = Form(start), []
    for result in results:
        form = rules.after(form, won=result == "W", finished=0)
        seen.append(form.points)
    return seen


@pytest.mark.parametrize(
    ("start", "results", "after"),
    [
        (1500, "WWWWWW", [1510, 1523, 1539, 1558, 1580, 1602]),
        (2000, "LWW", [1985, 1995, 2008]),
        (1503, "L", [1500]),
        (1500, "L", [1500]),
        (1605, "LL", [1597, 1592]),
        (1500, "WWLW", [1510, 1523, 1518, 1528]),
    ],
)
def test_worked_examples(start, results, after):
    assert points(results, start) == after


@pytest.mark.parametrize(
    ("held", "cost"),
    [
        (1500, 5),
        (1599, 5),
        (1600, 8),
        (1799, 8),
        (1800, 12),
        (1999, 12),
        (2000, 15),
        (2199, 15),
        (2200, 18),
        (2399, 18),
        (2400, 20),
        (9999, 20),
        (100, 5),
    ],
)
def test_a_loss_costs_by_the_points_held_before(held, cost):
    assert RULES.loss_cost(held) == cost


def test_the_streak_grows_the_bonus_up_to_its_cap():
    assert [RULES.win_points(streak) for streak in range(7)] == [10, 13, 16, 19, 22, 22, 22]


def test_a_loss_at_the_floor_counts_as_a_game_and_ends_the_streak():
    before = Form(points=1500, streak=3, rated_games=4, wins=3, finished=1)
    after = RULES.after(before, won=False, finished=9)
    assert after == Form(points=1500, streak=0, rated_games=5, wins=3, finished=9)
    assert after.losses == 2


def test_a_floor_below_the_start_lets_points_fall_to_it():
    rules = PointRules(LadderSettings(start_points=1000, floor=993))
    assert points("LL", 1000, rules) == [995, 993]


def test_changes_are_explained():
    assert RULES.explain(1510, 1523, 2) == {
        "rule": "win",
        "base": 10,
        "streak_before": 1,
        "streak_bonus": 3,
    }
    assert RULES.explain(1503, 1500, 0) == {
        "rule": "loss",
        "bracket": {"from": 1500, "to": 1599},
        "cost": 5,
        "paid": 3,
        "spared_by_floor": 2,
    }
    assert RULES.explain(2450, 2430, 0)["bracket"] == {"from": 2400, "to": None}


_brackets = st.lists(st.integers(0, 3000), min_size=1, max_size=5, unique=True).map(sorted)


@given(_brackets, st.lists(st.integers(0, 200), min_size=5, max_size=5), st.text("WL"))
def test_an_explanation_says_exactly_what_changed(starts, costs, results):
    brackets = tuple(LossBracket(*pair) for pair in zip(starts, sorted(costs), strict=False))
    rules = PointRules(LadderSettings(loss_brackets=brackets))
    form = rules.start
    for result in results:
        after = rules.after(form, won=result == "W", finished=0)
        why = rules.explain(form.points, after.points, after.streak)
        if result == "W":
            assert after.points - form.points == why["base"] + why["streak_bonus"]
        else:
            assert form.points - after.points == why["cost"] - why["spared_by_floor"]
            assert after.points >= rules.settings.floor
        form = after
