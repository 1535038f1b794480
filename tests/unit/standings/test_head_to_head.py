"""Head-to-head points inside a group level on the first four criteria."""

from dataclasses import replace

import pytest

from services.standings.domain.ordering import head_to_head
from services.standings.domain.results import MatchOutcome
from services.standings.domain.table import DecidedBy
from tests.unit.standings.builders import (
    DRAW,
    forfeit,
    match,
    positions,
    table,
    won,
)

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
