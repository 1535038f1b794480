"""The table for spreadsheets."""

import csv
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.standings.domain.export_csv import HEADER, harmless, table_csv
from tests.unit.standings.builders import match, table

ROWS = tuple(
    table("ABC", [match("A", "B", solved_in=(4, 5), difference=1)], disqualified="C").values()
)


def test_a_whole_file() -> None:
    text = table_csv(ROWS, {"A": "Ana", "B": "Bea, the other", "C": 'Cy "C"'})
    assert text == (
        "position,account_id,display_name,played,wins,draws,losses,byes,points,"
        "attempt_difference,solved_games,solved_attempts,average_attempts,head_to_head,"
        "decided_by\r\n"
        "1,A,Ana,1,1,0,0,0,3,1,1,4,4.00,,\r\n"
        '2,B,"Bea, the other",1,0,0,1,0,0,-1,1,5,5.00,,points\r\n'
        ',C,"Cy ""C""",0,0,0,0,0,0,0,0,0,,,disqualified\r\n'
    )


@pytest.mark.parametrize(
    "name",
    ['=HYPERLINK("x")', "+1", "-1+1", "@SUM(A1)", "\t=1", "\r=1", "  =1", "＝1", "　＋1"],
)
def test_a_name_that_looks_like_a_formula_is_made_text(name: str) -> None:
    assert harmless(name) == f"'{name}"


@pytest.mark.parametrize(
    ("name", "text"),
    [("a;=1+1", "a;'=1+1"), ("a; @x;b", "a;' @x;b"), ('a;"=1', "a;'\"=1"), ("=1;=2", "'=1;'=2")],
)
def test_nor_is_a_formula_seen_where_semicolons_part_the_cells(name: str, text: str) -> None:
    assert harmless(name) == text


@given(st.text("a;=+-@ \"',\u3000"))
def test_no_cell_begins_a_formula_whatever_parts_the_cells(name: str) -> None:
    text = table_csv(ROWS[:1], {"A": name})
    for separator in ",;":
        _, row = csv.reader(StringIO(text, newline=""), delimiter=separator)
        for cell in row:
            assert cell.lstrip(' "\u3000')[:1] not in set("=+-@"), cell


@pytest.mark.parametrize(
    "name", ["Ana", "a=b", "a;b", "Ana-Bea", "'quoted'", "", " ", "Ñandú", "李"]
)
def test_other_names_stay_as_they_are(name: str) -> None:
    assert harmless(name) == name


@given(st.text())
def test_every_name_survives_reading_back(name: str) -> None:
    text = table_csv(ROWS[:1], {"A": name})
    header, row = csv.reader(StringIO(text, newline=""))
    assert tuple(header) == HEADER
    assert row[2] == harmless(name)
