"""Tables as files: what they are called, what they are, and the days in the report."""

import csv
from datetime import timedelta
from io import StringIO

import pytest

from services.standings.domain.facts import Correction
from services.standings.domain.preview import judged
from shared.events.catalogue import (
    AccountRegistered,
    SeasonCancelled,
    SeasonChanged,
    SeasonFinished,
)
from shared.ids import new_id
from tests.service.standings.harness import Standings
from tests.service.standings.telling import events_of, paired, round_times
from tests.unit.standings.builders import A_B, A_C, B_C, POINTS, SECOND, TWO_ROUNDS


@pytest.fixture
def season(standings: Standings) -> str:
    season_id = new_id()
    standings.tell(
        *events_of(season_id, TWO_ROUNDS, name="Café & Spring, 2030"),
        *(paired(season_id, number, [one]) for number, one in enumerate((A_B, A_C, B_C), start=1)),
        AccountRegistered(account_id="A", display_name="=SUM(A1)", revision=1),
        AccountRegistered(account_id="B", display_name='Bea "the brain"', revision=1),
    )
    return season_id


def postponed(season_id: str, revision: int, days: int, first: int) -> SeasonChanged:
    later = timedelta(days=days)
    return SeasonChanged(
        season_id=season_id,
        revision=revision,
        change="postponed",
        held_round=None,
        held_phase=None,
        rounds=tuple(round_times(number, later) for number in range(first, 4)),
        page=1,
        pages=1,
    )


def lines(standings: Standings, season_id: str, what: str = "export.trf") -> dict[str, str]:
    """The header lines of the report by their tags."""
    report = standings.get(season_id, what).text.split("\r\n")
    return {line[:3]: line[4:] for line in report if not line.startswith("001")}


def test_the_table_as_csv(standings: Standings, season: str) -> None:
    answer = standings.get(season, "export.csv")
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert (
        answer.headers["Content-Disposition"]
        == 'attachment; filename="cafe-spring-2030-round-2.csv"'
    )
    rows = list(csv.DictReader(StringIO(answer.text, newline="")))
    assert [row["display_name"] for row in rows] == [
        "'=SUM(A1)",
        'Bea "the brain"',
        "deleted player",
    ]
    assert [row["points"] for row in rows] == ["6", "3", "3"]


def test_the_season_as_a_tournament_report(standings: Standings, season: str) -> None:
    answer = standings.get(season, "export.trf")
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert answer.headers["Content-Disposition"].endswith('round-2.trf"')
    header = lines(standings, season)
    assert header["012"] == "Café & Spring, 2030"
    assert header["042"] == "2030/03/02"
    assert header["052"] == "2030/03/07"
    assert header["062"] == "3"
    assert header["092"] == "Swiss"
    assert header["132"].split() == ["30/03/02", "30/03/04", "30/03/06"]
    assert header["XXR"] == "3"
    players = [line for line in answer.text.split("\r\n") if line.startswith("001")]
    assert [line[91:].split() for line in players] == [
        ["2", "w", "1", "3", "w", "1"],
        ["1", "b", "0", "0000", "-", "U"],
        ["0000", "-", "U", "1", "b", "0"],
    ]


@pytest.mark.parametrize("order", [(1, 2), (2, 1)])
def test_the_report_goes_by_the_latest_times(
    standings: Standings, season: str, order: tuple[int, int]
) -> None:
    changes = {1: postponed(season, 1, 1, first=2), 2: postponed(season, 2, 7, first=3)}
    standings.tell(*(changes[number] for number in order))
    days = lines(standings, season)
    assert days["132"].split() == ["30/03/02", "30/03/05", "30/03/13"]
    assert days["052"] == "2030/03/14"


@pytest.mark.parametrize("end", [SeasonFinished, SeasonCancelled])
def test_an_early_end_ends_the_report(standings: Standings, season: str, end: type) -> None:
    more = {"reason": "the hall is flooded"} if end is SeasonCancelled else {}
    standings.tell(end(season_id=season, last_round=2, **more))
    days = lines(standings, season)
    assert days["052"] == "2030/03/05"
    assert days["132"].split() == ["30/03/02", "30/03/04"]
    assert days["XXR"] == "3"


def test_files_of_old_tables_can_be_had(standings: Standings, season: str) -> None:
    standings.tell(*events_of(season, [Correction(1, judged(A_B, SECOND, POINTS))]))
    old = standings.get(season, "export.csv?round=1&revision=1")
    new = standings.get(season, "export.csv?round=1")
    assert old.headers["Content-Disposition"].endswith('round-1.csv"')
    assert [row.split(",")[1] for row in old.text.split("\r\n")[1:4]] == ["A", "C", "B"]
    assert [row.split(",")[1] for row in new.text.split("\r\n")[1:4]] == ["B", "C", "A"]
    report = standings.get(season, "export.trf?round=1&revision=1").text
    assert [line[91:].split() for line in report.split("\r\n") if line.startswith("001")] == [
        ["2", "w", "1"],
        ["1", "b", "0"],
        ["0000", "-", "U"],
    ]


def test_a_season_that_was_not_announced_yet_still_has_its_files(standings: Standings) -> None:
    season_id = new_id()
    standings.tell(*events_of(season_id, TWO_ROUNDS)[1:])
    assert lines(standings, season_id)["012"] == season_id
    answer = standings.get(season_id, "export.csv")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="season-round-2.csv"'
