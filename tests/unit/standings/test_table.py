"""The order of the table: criteria, shared positions, what a row counts, the disqualified."""

import pytest

from services.standings.domain.results import Outcome
from services.standings.domain.season import Bye, Points
from services.standings.domain.table import DecidedBy
from tests.unit.standings.builders import (
    DRAW,
    FIRST,
    NONE,
    SECOND,
    match,
    positions,
    table,
    won,
)

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
    rows = table("ABC", won("AB BC CA"), disqualified="C")
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
