"""The tournament report, column by column (counted from 1, as the format does)."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

import pytest

from services.standings.domain.errors import BeyondReportFormat
from services.standings.domain.export_trf import ReportHeader, season_trf
from services.standings.domain.preview import judged
from services.standings.domain.results import MatchOutcome
from services.standings.domain.season import Bye, Participant, Points
from services.standings.domain.table import standings
from tests.unit.standings.builders import DRAW, NONE, POINTS, SECOND, forfeit, match, players

HEADER = ReportHeader(
    name="Spring league",
    city="Madrid",
    federation="ESP",
    starts_on=date(2026, 3, 2),
    ends_on=date(2026, 3, 9),
    system="Individual: Swiss system",
    chief_arbiter="Rosa",
    time_allowed="two days a round",
    rounds=4,
    round_dates=(date(2026, 3, 2), date(2026, 3, 4), date(2026, 3, 6)),
)
NAMES = {"A": "Ana", "B": "Bea", "C": "Cy"}


def report(
    results: Sequence[MatchOutcome],
    byes: Sequence[Bye] = (),
    last_round: int = 1,
    points: Points = POINTS,
    disqualified: str = "",
    names: dict[str, str] = NAMES,
) -> list[str]:
    field = players(names)
    rows = standings(field, results, byes, points, frozenset(disqualified))
    text = season_trf(HEADER, field, rows, results, byes, last_round, names)
    assert text.endswith("\r\n")
    return text.split("\r\n")[:-1]


def player_lines(lines: list[str]) -> list[str]:
    return [line for line in lines if line.startswith("001")]


def columns(line: str, first: int, last: int) -> str:
    return line[first - 1 : last]


def code(line: str, number: int) -> tuple[str, str, str]:
    """Opponent, colour and result of a round."""
    start = 92 + 10 * (number - 1)
    assert columns(line, start - 2, start - 1) == "  "
    return (
        columns(line, start, start + 3),
        columns(line, start + 5, start + 5),
        columns(line, start + 7, start + 7),
    )


def test_the_header() -> None:
    lines = report([])
    assert lines[:11] == [
        "012 Spring league",
        "022 Madrid",
        "032 ESP",
        "042 2026/03/02",
        "052 2026/03/09",
        "062 3",
        "072 0",
        "082 0",
        "092 Individual: Swiss system",
        "102 Rosa",
        "122 two days a round",
    ]
    dates = lines[11]
    assert columns(dates, 1, 3) == "132"
    assert [columns(dates, at, at + 7) for at in (92, 102, 112)] == [
        "26/03/02",
        "26/03/04",
        "26/03/06",
    ]
    assert lines[12] == "XXR 4"
    assert [line[:8] for line in lines[13:]] == ["001    1", "001    2", "001    3"]


def test_the_columns_of_a_player() -> None:
    line = player_lines(report([match("A", "B")], [Bye(1, "C")]))[2]
    assert columns(line, 1, 3) == "001"
    assert columns(line, 5, 8) == "   3"
    assert columns(line, 9, 14) == " " * 6
    assert columns(line, 15, 47) == "Cy".ljust(33)
    assert columns(line, 48, 80) == " " * 33
    assert columns(line, 81, 84) == " 3.0"
    assert columns(line, 86, 89) == "   2"
    assert code(line, 1) == ("0000", "-", "U")
    assert len(line) == 99


def test_two_rounds_between_the_same_players() -> None:
    first, second, third = player_lines(
        report([match("A", "B", round=1), match("B", "A", DRAW, round=2)], last_round=2)
    )
    assert [code(first, n) for n in (1, 2)] == [("   2", "w", "1"), ("   2", "b", "=")]
    assert [code(second, n) for n in (1, 2)] == [("   1", "b", "0"), ("   1", "w", "=")]
    assert [code(third, n) for n in (1, 2)] == [("0000", "-", "Z"), ("0000", "-", "Z")]


FORFEIT = forfeit("A", "B")
DOUBLE = match("A", "B", NONE, by="double_forfeit", played=(False, False))


@pytest.mark.parametrize(
    ("result", "codes"),
    [
        (match("A", "B", SECOND), "01"),
        (FORFEIT, "+-"),
        (DOUBLE, "--"),
        (match("A", "B", DRAW, by="unsolved"), "=="),
        (judged(match("A", "B"), SECOND, POINTS), "01"),
        (judged(match("A", "B"), NONE, POINTS), "00"),
        (judged(FORFEIT, SECOND, POINTS), "LW"),
        (judged(DOUBLE, DRAW, POINTS), "DD"),
        (match("A", "B", annulled=True), "--"),
    ],
)
def test_the_result_codes(result: MatchOutcome, codes: str) -> None:
    lines = player_lines(report([result]))
    assert [code(line, 1) for line in lines[:2]] == [
        ("   2", "w", codes[0]),
        ("   1", "b", codes[1]),
    ]


def test_not_being_paired_is_a_zero_point_bye() -> None:
    line = player_lines(report([match("A", "B")]))[2]
    assert (code(line, 1), columns(line, 81, 84)) == (("0000", "-", "Z"), " 0.0")


def test_the_disqualified_have_no_rank() -> None:
    lines = player_lines(report([match("A", "B")], disqualified="A"))
    assert [columns(line, 86, 89) for line in lines] == ["    ", "   1", "   1"]


def test_a_hundred_points_and_more_leave_the_decimal_out() -> None:
    lines = player_lines(report([], [Bye(1, "A")], points=Points(3, 1, 0, 99)))
    assert columns(lines[0], 81, 84) == "99.0"
    lines = player_lines(report([], [Bye(1, "A")], points=Points(3, 1, 0, 100)))
    assert columns(lines[0], 80, 85) == "  100 "


def test_names_cannot_break_the_columns() -> None:
    long = {"A": "A" * 50, "B": "Bea\r\n001    9", "C": "Ñ\tü 李"}
    lines = player_lines(report([], names=long))
    assert [columns(line, 15, 47) for line in lines] == [
        "A" * 33,
        "Bea 001 9".ljust(33),
        "Ñ ü 李".ljust(33),
    ]


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(BeyondReportFormat):
        report([], [Bye(1, "A")], points=Points(3, 1, 0, 10_000))
    many = (Participant("A", 10_000),)
    rows = standings(many, [], [], POINTS)
    with pytest.raises(BeyondReportFormat):
        season_trf(HEADER, many, rows, [], [], 0, NAMES)


def test_unknown_dates_are_left_open() -> None:
    header = replace(HEADER, starts_on=None, ends_on=None, round_dates=())
    rows = standings(players("A"), [], [], POINTS)
    lines = season_trf(header, players("A"), rows, [], [], 0, NAMES).split("\r\n")
    assert lines[3:5] == ["042", "052"]
    assert not any(line.startswith("132") for line in lines)
