"""The order of the table: criteria, tied groups, shared positions, the disqualified."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.standings.domain.ordering import head_to_head
from services.standings.domain.results import MatchOutcome, Outcome
from services.standings.domain.season import Bye, Points
from services.standings.domain.table import DecidedBy, Row, standings
from tests.unit.standings.builders import (
    DRAW,
    FIRST,
    NONE,
    POINTS,
    SECOND,
    forfeit,
    match,
    players,
    positions,
    round_results,
    table,
)


def won(names: str) -> list[MatchOutcome]:
    """ "AB" is A beat B, "A=B" a draw; a round each."""
    return [
        match(word[0], word[-1], DRAW if "=" in word else FIRST, round=number)
        for number, word in enumerate(names.split(), start=1)
    ]


# Head-to-head inside a tied group

S_B_A = "A=B BS AS B=A SB SA"
C_G_V = "VG G=C CV GV C=G CV"
CYCLE = "AB BC CA"
FOUR = "AB AC BC BD CD DA"


@pytest.mark.parametrize(
    ("group", "played", "expected"),
    [
        ("SBA", S_B_A, {"S": 6, "B": 5, "A": 5}),
        ("CGV", C_G_V, {"C": 8, "G": 5, "V": 3}),
        ("ABC", CYCLE, {"A": 3, "B": 3, "C": 3}),
        ("ABCD", FOUR, {"A": 6, "B": 6, "C": 3, "D": 3}),
        ("AB", "", {"A": 0, "B": 0}),
    ],
)
def test_points_from_the_matches_among_the_group(
    group: str, played: str, expected: dict[str, int]
) -> None:
    assert head_to_head([group], won(played)) == expected


def test_a_football_group_where_the_first_stands_apart_and_two_share() -> None:
    # A draw or a win against an outsider each, so that all three are level on 8 points, 2 wins.
    rows = table("SBAXY", [*won(S_B_A), *won("S=X S=Y BX AY")])
    assert [rows[name].points for name in "SBA"] == [8, 8, 8]
    assert [rows[name].wins for name in "SBA"] == [2, 2, 2]
    assert positions(rows) == {"S": 1, "B": 2, "A": 2, "X": 4, "Y": 4}
    assert [rows[name].head_to_head for name in "SBA"] == [6, 5, 5]
    assert rows["B"].decided_by is DecidedBy.HEAD_TO_HEAD
    assert rows["A"].decided_by is DecidedBy.SHARED


def test_a_football_group_in_full_order() -> None:
    # Among themselves C 2 wins 2 draws, G 1 and 2, V 1 and 0; outsiders make it 2 and 2 for all.
    rows = table("VGCXY", [*won(C_G_V), *won("GX VX V=X V=Y")])
    assert [rows[name].points for name in "CGV"] == [8, 8, 8]
    assert list(rows)[:3] == ["C", "G", "V"]
    assert [rows[name].head_to_head for name in "CGV"] == [8, 5, 3]
    assert [rows[name].position for name in "CGV"] == [1, 2, 3]


def test_a_cycle_shares_and_the_next_is_fourth() -> None:
    rows = table("DABC", [*won(CYCLE), match("A", "D", annulled=True)])
    assert positions(rows) == {"A": 1, "B": 1, "C": 1, "D": 4}
    assert [rows[name].head_to_head for name in "ABC"] == [3, 3, 3]
    assert rows["D"].head_to_head is None


def test_head_to_head_is_not_applied_again_inside_a_group_it_has_split() -> None:
    # C and D are level with A and B by a win each against outsiders; A beat B, C beat D.
    rows = table("ABCDXY", [*won(FOUR), *won("CX DY")])
    assert [rows[name].head_to_head for name in "ABCD"] == [6, 6, 3, 3]
    assert positions(rows) == {"A": 1, "B": 1, "C": 3, "D": 3, "X": 5, "Y": 5}
    assert [rows[name].decided_by for name in "ABCD"] == [
        None,
        DecidedBy.SHARED,
        DecidedBy.HEAD_TO_HEAD,
        DecidedBy.SHARED,
    ]


BEA_MAKES_UP = match("Bea", "Cy", round=2)


@pytest.mark.parametrize(
    ("played", "expected", "places"),
    [
        ([match("Ana", "Bea"), BEA_MAKES_UP], (3, 0), (1, 2)),
        ([forfeit("Ana", "Bea"), BEA_MAKES_UP], (3, 0), (1, 2)),
        ([match("Ana", "Bea", DRAW)], (1, 1), (1, 1)),
        ([], (0, 0), (1, 1)),
    ],
)
def test_ana_and_bea_tied(
    played: list[MatchOutcome], expected: tuple[int, int], places: tuple[int, int]
) -> None:
    rows = table(["Bea", "Ana", "Cy"], played)
    assert (rows["Ana"].head_to_head, rows["Bea"].head_to_head) == expected
    assert (rows["Ana"].position, rows["Bea"].position) == places


def test_only_members_of_a_tied_group_have_head_to_head() -> None:
    rows = table("ABC", [match("A", "B")])
    assert [rows[name].head_to_head for name in "ABC"] == [None, 0, 0]


def test_an_annulled_match_is_no_head_to_head() -> None:
    still_with_points = replace(match("A", "B"), annulled=True)
    rows = table("AB", [still_with_points])
    assert [row.head_to_head for row in rows.values()] == [0, 0]


# The order of the criteria


def test_points_before_wins() -> None:
    rows = table("ABWXYZ", won("AW B=W B=X B=Y B=Z"))
    assert list(rows)[:2] == ["B", "A"]
    assert (rows["B"].points, rows["B"].wins) == (4, 0)
    assert rows["A"].decided_by is DecidedBy.POINTS


def test_more_wins_come_first_even_where_the_other_won_their_match() -> None:
    rows = table("BAXYZ", won("BA AX B=Y B=Z B=X AY B=X") + won("A=Z"))
    assert (rows["A"].points, rows["A"].wins) == (7, 2)
    assert (rows["B"].points, rows["B"].wins) == (7, 1)
    assert list(rows)[:2] == ["A", "B"]
    assert rows["B"].decided_by is DecidedBy.WINS
    assert rows["B"].head_to_head is None


def test_attempt_difference_before_average() -> None:
    rows = table(
        "ABXY",
        [
            match("A", "X", difference=1, solved_in=(4, 5)),
            match("B", "Y", difference=2, solved_in=(6, 8)),
        ],
    )
    assert list(rows) == ["B", "A", "X", "Y"]
    assert rows["A"].decided_by is DecidedBy.ATTEMPT_DIFFERENCE


def test_the_lower_average_comes_first_before_head_to_head() -> None:
    rows = table(
        "BAXY",
        [
            match("A", "X", difference=2, solved_in=(4, 6)),
            match("B", "A", difference=2, solved_in=(5, 7), round=2),
            match("A", "Y", difference=2, solved_in=(4, 6), round=3),
            match("B", "Y", difference=0, solved_in=(6, 6), round=4),
        ],
    )
    assert (rows["A"].attempt_difference, rows["B"].attempt_difference) == (2, 2)
    assert list(rows)[:2] == ["A", "B"]
    assert (rows["A"].solved_attempts, rows["A"].solved_games) == (15, 3)
    assert (rows["B"].solved_attempts, rows["B"].solved_games) == (11, 2)
    assert rows["B"].decided_by is DecidedBy.AVERAGE_ATTEMPTS


def test_averages_that_look_equal_when_rounded_are_compared_exactly() -> None:
    # 812 and 813 attempts in 203 games: both are shown as 4.00.
    many = [match("A", "X", DRAW, round=n, solved_in=(4, 4)) for n in range(203)]
    more = [match("B", "Y", DRAW, round=n, solved_in=(4, 4)) for n in range(202)]
    more.append(match("B", "Y", DRAW, round=203, solved_in=(5, 5)))
    rows = table("BAXY", [*many, *more])
    assert list(rows) == ["A", "X", "B", "Y"]
    assert str(rows["A"].average_attempts) == str(rows["B"].average_attempts) == "4.00"
    assert rows["B"].decided_by is DecidedBy.AVERAGE_ATTEMPTS


def test_no_solved_game_comes_after_any_average() -> None:
    rows = table(
        "AB",
        [match("A", "B", DRAW, by="unsolved"), match("A", "B", DRAW, round=2, solved_in=(None, 9))],
    )
    assert list(rows) == ["B", "A"]
    assert rows["A"].average_attempts is None


def test_a_forfeited_game_that_was_solved_counts_in_the_average() -> None:
    win = match("A", "B", by="forfeit", played=(True, False), solved_in=(3, None))
    row = table("AB", [win])["A"]
    assert (row.wins, row.solved_games, row.solved_attempts) == (1, 1, 3)
    assert (row.attempt_difference, str(row.average_attempts)) == (0, "3.00")


@pytest.mark.parametrize(
    ("attempts", "games", "shown"),
    [(9, 2, "4.50"), (14, 3, "4.67"), (13, 3, "4.33"), (37, 8, "4.63"), (321, 40, "8.03")],
)
def test_averages_are_shown_to_two_places_halves_up(attempts: int, games: int, shown: str) -> None:
    each = [attempts // games + (n < attempts % games) for n in range(games)]
    played = [match("A", "B", DRAW, round=n, solved_in=(a, a)) for n, a in enumerate(each)]
    assert str(table("AB", played)["A"].average_attempts) == shown


# What a row counts


@pytest.mark.parametrize(
    ("solved_in", "outcome", "difference"),
    [((4, None), FIRST, 7), ((4, 6), FIRST, 2), ((6, 4), SECOND, -2), ((4, 4), DRAW, 0)],
)
def test_attempt_difference_is_one_sides_and_its_negative_the_others(
    solved_in: tuple[int | None, int | None], outcome: Outcome, difference: int
) -> None:
    rows = table("AB", [match("A", "B", outcome, difference=difference, solved_in=solved_in)])
    assert rows["A"].attempt_difference == difference
    assert rows["B"].attempt_difference == -difference


def test_both_lose_a_double_forfeit_at_nothing_whatever_a_loss_is_worth() -> None:
    generous = Points(win=3, draw=2, loss=1, bye=0)
    nobody = match("A", "B", NONE, by="double_forfeit", played=(False, False), points=generous)
    rows = table("AB", [nobody], points=generous)
    assert {(row.played, row.losses, row.points) for row in rows.values()} == {(1, 1, 0)}


def test_a_bye_is_points_but_neither_a_win_nor_a_match() -> None:
    row = table("AB", [], [Bye(1, "A")])["A"]
    assert (row.points, row.byes, row.wins, row.played) == (3, 1, 0, 0)


def test_a_bye_after_withdrawing_is_worth_nothing() -> None:
    row = table("AB", [], [Bye(1, "A", earns=False)])["A"]
    assert (row.points, row.byes) == (0, 0)


def test_bye_points_are_a_setting_of_their_own() -> None:
    assert table("AB", [], [Bye(1, "A")], points=Points(3, 1, 0, 2))["A"].points == 2


def test_an_annulled_match_counts_for_nothing_at_all() -> None:
    annulled = match("A", "B", difference=2, solved_in=(4, 6), annulled=True)
    assert table("AB", [annulled]) == table("AB", [])


def test_before_the_first_round_everyone_shares_the_first_position() -> None:
    rows = table("CAB", [])
    assert positions(rows) == {"C": 1, "A": 1, "B": 1}
    assert [row.decided_by for row in rows.values()] == [
        None,
        DecidedBy.SHARED,
        DecidedBy.SHARED,
    ]


def test_positions_skip_after_shared_ones() -> None:
    rows = table("DBCA", won("AD B=D C=D"))
    assert positions(rows) == {"A": 1, "D": 2, "B": 3, "C": 3}
    assert positions(table("ABCD", won("AB A=C A=D"))) == {"A": 1, "C": 2, "D": 2, "B": 4}


# The disqualified


def test_the_disqualified_come_last_without_a_position() -> None:
    rows = table("ABC", won("AB AC"), disqualified="A")
    assert list(rows) == ["B", "C", "A"]
    assert positions(rows) == {"B": 1, "C": 1, "A": None}
    assert rows["A"].decided_by is DecidedBy.DISQUALIFIED
    assert (rows["A"].points, rows["A"].wins) == (6, 2)


def test_tied_groups_leave_the_disqualified_out() -> None:
    rows = table("ABC", won(CYCLE), disqualified="C")
    assert [rows[name].head_to_head for name in "ABC"] == [3, 0, None]
    assert positions(rows) == {"A": 1, "B": 2, "C": None}


def test_among_themselves_the_disqualified_keep_the_order() -> None:
    rows = table("ABCD", won("BA C=D"), disqualified="ABC")
    assert list(rows) == ["D", "B", "C", "A"]


def test_a_table_of_disqualified_only_has_no_positions() -> None:
    rows = table("AB", won("AB"), disqualified="AB")
    assert [(row.position, row.decided_by) for row in rows.values()] == [
        (None, None),
        (None, DecidedBy.DISQUALIFIED),
    ]


# Against a second implementation, straight from the words of the rule


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
