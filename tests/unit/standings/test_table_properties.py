"""The table against a second implementation, straight from the words of the rule."""

from fractions import Fraction
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from services.standings.domain.results import MatchOutcome
from services.standings.domain.table import Row, standings
from tests.unit.standings.builders import (
    FIRST,
    POINTS,
    SECOND,
    players,
    positions,
    round_results,
    table,
)


def season(names: list[str]) -> st.SearchStrategy[list[MatchOutcome]]:
    rounds = [round_results(names, number) for number in range(1, 5)]
    return st.tuples(*rounds).map(lambda played: [result for one in played for result in one])


FIELD = list("ABCDEFG")


def counted(results: list[MatchOutcome], name: str) -> list[tuple[MatchOutcome, bool]]:
    """The matches of a player that count, with whether they were first."""
    return [
        (result, result.first.account_id == name)
        for result in results
        if not result.annulled and name in (result.first.account_id, result.second.account_id)
    ]


def four_criteria(results: list[MatchOutcome], name: str) -> tuple[Fraction | float, ...]:
    mine = counted(results, name)
    sides = [result.first if first else result.second for result, first in mine]
    solved = [side.attempts for side in sides if side.solved]
    return (
        sum(side.points for side in sides),
        sum(result.outcome is (FIRST if first else SECOND) for result, first in mine),
        sum(result.attempt_difference * (1 if first else -1) for result, first in mine),
        -Fraction(sum(solved), len(solved)) if solved else float("-inf"),
    )


def five_criteria(results: list[MatchOutcome], name: str) -> tuple[Fraction | float, ...]:
    level = [n for n in FIELD if four_criteria(results, n) == four_criteria(results, name)]
    among = [
        (result.first if first else result.second).points
        for result, first in counted(results, name)
        if {result.first.account_id, result.second.account_id} <= set(level)
    ]
    return (*four_criteria(results, name), sum(among))


@given(season(FIELD))
@settings(max_examples=60, deadline=None)
def test_positions_count_the_players_who_are_better(results: list[MatchOutcome]) -> None:
    merits = {name: five_criteria(results, name) for name in FIELD}
    expected = {name: 1 + sum(other > merits[name] for other in merits.values()) for name in FIELD}
    rows = table(FIELD, results)
    assert positions(rows) == expected
    assert list(rows) == sorted(FIELD, key=lambda name: (expected[name], name))


@given(season(FIELD), st.randoms(use_true_random=False))
@settings(max_examples=40, deadline=None)
def test_the_order_of_results_does_not_matter(results: list[MatchOutcome], chance: Random) -> None:
    shuffled = list(results)
    chance.shuffle(shuffled)
    assert table(FIELD, shuffled) == table(FIELD, results)


@given(season(FIELD))
@settings(max_examples=40, deadline=None)
def test_rows_add_up(results: list[MatchOutcome]) -> None:
    rows: tuple[Row, ...] = standings(players(FIELD), results, [], POINTS)
    valid = [result for result in results if not result.annulled]
    assert sum(row.played for row in rows) == 2 * len(valid)
    assert all(row.points == 3 * row.wins + row.draws for row in rows)
    assert sum(row.attempt_difference for row in rows) == 0
    assert [row.decided_by for row in rows].count(None) == 1
    for row in rows:
        assert row.played == row.wins + row.draws + row.losses


@given(season(FIELD))
@settings(max_examples=40, deadline=None)
def test_one_who_sits_out_moves_nobody_elses_row(results: list[MatchOutcome]) -> None:
    """Not being paired any more adds nothing to anyone, the withdrawn included."""
    with_her = list(table([*FIELD, "W"], results).items())
    others = [(name, counted_only(row)) for name, row in with_her if name != "W"]
    assert others == [(name, counted_only(row)) for name, row in table(FIELD, results).items()]


def counted_only(row: Row) -> tuple[int, ...]:
    return (row.points, row.wins, row.attempt_difference, row.solved_attempts, row.played)
