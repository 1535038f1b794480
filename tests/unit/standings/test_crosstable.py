"""Who met whom, in table order, from both sides."""

from dataclasses import replace

from services.standings.domain.crosstable import Against, CrossRow, Meeting, crosstable
from services.standings.domain.results import Verdict
from tests.unit.standings.builders import DRAW, NONE, SECOND, match


def opponents(row: CrossRow) -> list[str]:
    return [against.account_id for against in row.opponents]


def meeting(side: str, verdict: Verdict, points: int) -> Meeting:
    return Meeting("m", 1, side, verdict, "attempts", points, annulled=False)


def test_both_sides_of_one_match() -> None:
    rows = crosstable("BA", [match("A", "B", SECOND, match_id="m")])
    assert rows == (
        CrossRow("B", (Against("A", (meeting("second", Verdict.WIN, 3),)),)),
        CrossRow("A", (Against("B", (meeting("first", Verdict.LOSS, 0),)),)),
    )


def test_two_meetings_are_listed_by_round() -> None:
    first, second = match("A", "B", round=1), match("B", "A", DRAW, round=4)
    (row_a, _) = crosstable("AB", [second, first])
    assert [(m.round, m.side, m.outcome, m.points) for m in row_a.opponents[0].meetings] == [
        (1, "first", Verdict.WIN, 3),
        (4, "second", Verdict.DRAW, 1),
    ]


def test_players_and_opponents_stand_in_table_order() -> None:
    rows = crosstable("CABD", [match("A", "B"), match("B", "C"), match("A", "C")])
    assert [row.account_id for row in rows] == list("CABD")
    assert [opponents(row) for row in rows] == [["A", "B"], ["C", "B"], ["C", "A"], []]


def test_a_match_that_both_lost() -> None:
    rows = crosstable("AB", [match("A", "B", NONE, by="double_forfeit", played=(False, False))])
    seen = [row.opponents[0].meetings[0] for row in rows]
    assert [(m.outcome, m.by, m.points) for m in seen] == [(Verdict.LOSS, "double_forfeit", 0)] * 2


def test_an_annulled_match_is_told_and_gives_nothing() -> None:
    (row, _) = crosstable("AB", [replace(match("A", "B"), annulled=True)])
    meeting = row.opponents[0].meetings[0]
    assert (meeting.outcome, meeting.points, meeting.annulled) == (Verdict.WIN, 0, True)
