"""Previewing a correction: what would be published, with nothing changed by asking."""

from typing import Any

import pytest

from services.standings.domain.facts import Barred, Closed, Correction, Settled
from services.standings.domain.preview import judged
from services.standings.domain.results import Outcome
from shared.ids import new_id
from tests.service.standings.harness import ANYBODY, PLAYER, Standings
from tests.service.standings.telling import events_of, match_uuid, paired
from tests.unit.standings.builders import A_B, A_C, B_C, POINTS, TWO_ROUNDS


@pytest.fixture(params=["swiss", "double_round_robin"])
def season(standings: Standings, request: pytest.FixtureRequest) -> str:
    """Two rounds complete, all three paired."""
    season_id = new_id()
    standings.tell(
        *events_of(season_id, TWO_ROUNDS, format=request.param),
        *(paired(season_id, number, [one]) for number, one in enumerate((A_B, A_C, B_C), start=1)),
    )
    return season_id


def format_of(season: str, standings: Standings) -> str:
    return "swiss" if "Swiss" in standings.get(season, "export.trf").text else "round robin"


def asked(season: str, **change: Any) -> dict[str, Any]:
    return {"match_id": match_uuid(season, A_B.match_id), **change}


@pytest.mark.parametrize("outcome", [None, *Outcome])
def test_after_is_what_would_be_published(
    standings: Standings, season: str, outcome: Outcome | None
) -> None:
    change = {"annul": True} if outcome is None else {"outcome": outcome.value}
    before = standings.get(season, "standings").json["items"]
    shown = standings.preview(season, asked(season, **change))
    assert shown.status_code == 200
    assert shown.json["before"] == before
    standings.tell(*events_of(season, [Correction(1, judged(A_B, outcome, POINTS))]))
    assert shown.json["after"] == standings.get(season, "standings").json["items"]


def test_rounds_paired_since_are_told_where_the_table_pairs(
    standings: Standings, season: str
) -> None:
    shown = standings.preview(season, asked(season, annul=True)).json
    swiss = format_of(season, standings) == "swiss"
    assert shown["rounds_paired_since"] == ([2, 3] if swiss else [])


def test_asking_changes_nothing(standings: Standings, season: str) -> None:
    reads = ("standings", "standings/revisions", "crosstable", "export.csv", "export.trf")
    before = [standings.get(season, what).data for what in reads]
    announced = standings.announced(season)
    for change in ({"annul": True}, {"outcome": "none"}):
        assert standings.preview(season, asked(season, **change)).status_code == 200
    assert standings.work() == 0
    assert [standings.get(season, what).data for what in reads] == before
    assert standings.announced(season) == announced


def test_it_shows_a_disqualification_that_waits_for_the_next_revision(
    standings: Standings, season: str
) -> None:
    standings.tell(*events_of(season, [Barred(1, "A")]))
    shown = standings.preview(season, asked(season, outcome="draw")).json
    assert shown["before"][0]["account_id"] == "A"
    assert shown["after"][-1]["account_id"] == "A"
    assert shown["after"][-1]["position"] is None


def test_open_matches_and_unknown_ones_are_told_apart(standings: Standings, season: str) -> None:
    open_match = match_uuid(season, B_C.match_id)
    answer = standings.preview(season, {"match_id": open_match, "annul": True})
    assert (answer.status_code, answer.json["code"]) == (409, "match_open")
    standings.tell(*events_of(season, [Settled(B_C, 0)]))
    answer = standings.preview(season, {"match_id": open_match, "annul": True})
    assert (answer.status_code, answer.json["code"]) == (409, "match_open")
    standings.tell(*events_of(season, [Closed(3, 1, "A")]))
    answer = standings.preview(season, {"match_id": open_match, "annul": True})
    assert answer.status_code == 200
    unknown = standings.preview(season, {"match_id": new_id(), "annul": True})
    assert (unknown.status_code, unknown.json["code"]) == (404, "not_found")
    elsewhere = standings.preview(new_id(), asked(season, annul=True))
    assert (elsewhere.status_code, elsewhere.json["code"]) == (404, "not_found")


def test_only_operators_may_ask(standings: Standings, season: str) -> None:
    assert standings.preview(season, asked(season, annul=True), ANYBODY).status_code == 401
    assert standings.preview(season, {"nonsense": 1}, PLAYER).status_code == 403


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({}, "outcome"),
        ({"annul": True, "outcome": "draw"}, "outcome"),
        ({"annul": False}, "annul"),
        ({"annul": 1}, "annul"),
        ({"outcome": "void"}, "outcome"),
        ({"outcome": None}, "outcome"),
        ({"annul": True, "reason": "x"}, "reason"),
        ({"annul": True, "match_id": "1"}, "match_id"),
        ({"annul": True, "match_id": None}, "match_id"),
    ],
)
def test_bad_bodies_are_refused_by_field(
    standings: Standings, season: str, change: dict[str, Any], field: str
) -> None:
    answer = standings.preview(season, asked(season, **change))
    assert (answer.status_code, answer.json["code"]) == (422, "invalid")
    assert field in answer.json["errors"]
