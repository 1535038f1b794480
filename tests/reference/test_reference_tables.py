"""Results and tables of the reference, against worked examples."""

from collections.abc import Sequence
from typing import Any

import pytest

from tests.reference.results import Points, Result, Side, annul, correct, settle
from tests.reference.table import Entrant, Played, table

POINTS = Points()
ABSENT = Side(False, False, 0)


def _solved(attempts: int) -> Side:
    return Side(True, True, attempts)


def _unsolved(attempts: int) -> Side:
    return Side(True, False, attempts)


@pytest.mark.parametrize(
    ("first", "second", "outcome", "by", "points", "difference"),
    [
        (_unsolved(1), ABSENT, "first", "forfeit", (3, 0), 0),
        (ABSENT, _solved(2), "second", "forfeit", (0, 3), 0),
        (ABSENT, ABSENT, "none", "double_forfeit", (0, 0), 0),
        (_solved(4), _solved(6), "first", "attempts", (3, 0), 2),
        (_solved(6), _solved(4), "second", "attempts", (0, 3), -2),
        (_solved(5), _solved(5), "draw", "equal_attempts", (1, 1), 0),
        (_solved(4), _unsolved(3), "first", "only_solver", (3, 0), 7),
        (_unsolved(10), _solved(4), "second", "only_solver", (0, 3), -7),
        (_unsolved(10), _unsolved(1), "draw", "unsolved", (1, 1), 0),
    ],
)
def test_results(
    first: Side, second: Side, outcome: str, by: str, points: tuple[int, int], difference: int
) -> None:
    result = settle(first, second, POINTS, 10)
    assert (result.outcome, result.by, result.points) == (outcome, by, points)
    assert result.difference == difference


def test_a_match_that_both_lose_is_worth_nothing_where_losses_are_worth_something() -> None:
    generous = Points(3, 2, 1, 3)
    assert settle(ABSENT, ABSENT, generous, 10).points == (0, 0)
    assert settle(_solved(1), ABSENT, generous, 10).points == (3, 1)


def test_corrections_and_annulments() -> None:
    won = settle(_solved(4), _unsolved(10), POINTS, 10)
    gone = annul(won)
    assert (gone.outcome, gone.points, gone.annulled, gone.revision) == ("first", (0, 0), True, 2)
    back = correct(gone, "second", POINTS)
    assert (back.points, back.difference, back.annulled) == ((0, 3), 0, False)
    assert (back.by, back.revision, back.solved_in) == ("corrected", 3, (4, None))


def _won(winner: str, loser: str, by: str = "attempts") -> Played:
    return Played(winner, loser, Result("first", by, (3, 0), 0, (None, None)))


def _drawn(one: str, other: str) -> Played:
    return Played(one, other, Result("draw", "unsolved", (1, 1), 0, (None, None)))


def _annulled(match: Played) -> Played:
    return Played(match.first, match.second, annul(match.result))


def _order(names: str, matches: Sequence[Played], disqualified: str = "") -> list[Any]:
    entrants = [Entrant(name, name, lot) for lot, name in enumerate(names, start=1)]
    rows = table(entrants, matches, [], disqualified, POINTS)
    keys = ("account_id", "position", "head_to_head")
    return [tuple(row[key] for key in keys) for row in rows]


def test_head_to_head_splits_a_group_of_three() -> None:
    inner = [
        _drawn("A", "B"), _won("B", "S"), _won("A", "S"),
        _drawn("B", "A"), _won("S", "B"), _won("S", "A"),
    ]  # fmt: skip
    # Against others, so that all three have 8 points and two wins.
    outer = [_won("A", "Z"), _won("B", "Z"), _drawn("S", "Z"), _drawn("S", "Z")]
    assert _order("ABSZ", inner + outer)[:3] == [("S", 1, 6), ("A", 2, 5), ("B", 2, 5)]


def test_head_to_head_orders_three() -> None:
    inner = [
        _won("V", "G"), _drawn("G", "C"), _won("C", "V"),
        _won("G", "V"), _drawn("C", "G"), _won("C", "V"),
    ]  # fmt: skip
    outer = [_won("G", "Z"), _won("V", "Z"), _drawn("V", "Z"), _drawn("V", "Z")]
    assert _order("VGCZ", inner + outer)[:3] == [("C", 1, 8), ("G", 2, 5), ("V", 3, 3)]


def test_a_cycle_is_shared_and_the_next_is_fourth() -> None:
    order = _order("ABCD", [_won("A", "B"), _won("B", "C"), _won("C", "A")])
    assert order == [("A", 1, 3), ("B", 1, 3), ("C", 1, 3), ("D", 4, None)]


def test_head_to_head_is_not_applied_again() -> None:
    inner = [_won(*pair) for pair in ("AB", "AC", "BC", "BD", "CD", "DA")]
    outer = [_won(name, "Z") for name in "CD"]
    order = _order("ABCDZ", inner + outer)
    assert order[:4] == [("A", 1, 6), ("B", 1, 6), ("C", 3, 3), ("D", 3, 3)]


def test_two_who_have_not_met_and_two_who_have() -> None:
    assert _order("AB", []) == [("A", 1, 0), ("B", 1, 0)]
    met = [_won("B", "A", by="forfeit"), _won("A", "Z")]
    assert _order("ABZ", met)[:2] == [("B", 1, 3), ("A", 2, 0)]
    assert _order("ABZ", [_annulled(met[0]), _won("B", "Z"), met[1]])[0] == ("A", 1, 0)


def test_more_wins_come_before_the_match_between_the_two() -> None:
    matches = [_won("B", "A"), _won("A", "Z"), _won("A", "Y")]
    matches += [_drawn("B", "Y"), _drawn("B", "Z"), _drawn("B", "X")]
    assert [name for name, _, _ in _order("BAXYZ", matches)][:2] == ["A", "B"]


def test_the_disqualified_come_last_and_their_tied_group_leaves_them_out() -> None:
    matches = [_won("B", "A"), _won("A", "Z"), _won("Z", "B")]
    order = _order("ABZ", matches, disqualified="B")
    assert order == [("A", 1, 3), ("Z", 2, 0), ("B", None, None)]


def test_rows_tell_what_separates_them() -> None:
    entrants = [Entrant(name, name, lot) for lot, name in enumerate("ABCDEFG", start=1)]
    matches = [
        Played("A", "B", Result("first", "attempts", (3, 0), 2, (4, 6))),
        Played("C", "D", Result("first", "only_solver", (3, 0), 2, (5, None))),
        Played("E", "F", Result("first", "attempts", (3, 0), 2, (5, 7))),
    ]
    rows = table(entrants, matches, ["G"], [], POINTS)
    assert [(row["account_id"], row["position"], row["decided_by"]) for row in rows] == [
        ("A", 1, None),
        ("C", 2, "average_attempts"),
        ("E", 2, "shared"),
        ("G", 4, "wins"),
        ("B", 5, "points"),
        ("F", 6, "average_attempts"),
        ("D", 7, "average_attempts"),
    ]
    assert (rows[3]["byes"], rows[3]["points"], rows[3]["played"]) == (1, 3, 0)
