"""Positions over the rounds, over HTTP: all players, a page of them, or one."""

import pytest

from services.standings.domain.facts import Correction
from services.standings.domain.preview import judged
from shared.events.catalogue import AccountRegistered
from shared.ids import new_id
from tests.service.standings.harness import Standings
from tests.service.standings.telling import events_of
from tests.unit.standings.builders import A_B, ABC, POINTS, SECOND, TWO_ROUNDS

POSITIONS = "standings/positions"


@pytest.fixture
def season(standings: Standings) -> str:
    """Two rounds of three, complete: A beat B, A beat C, byes for C and B."""
    season_id = new_id()
    standings.tell(
        AccountRegistered(account_id="A", display_name="Ana", revision=1),
        *events_of(season_id, TWO_ROUNDS),
    )
    return season_id


def test_every_players_positions_agree_with_the_tables(standings: Standings, season: str) -> None:
    shown = standings.get(season, POSITIONS).json
    assert (shown["season_id"], shown["after_round"], shown["next"]) == (season, 2, None)
    assert shown["items"][0]["display_name"] == "Ana"
    for number in (1, 2):
        table = standings.get(season, f"standings?round={number}").json["items"]
        positions = {one["account_id"]: one["positions"][number - 1] for one in shown["items"]}
        assert positions == {row["account_id"]: row["position"] for row in table}


def test_a_correction_moves_positions_of_rounds_gone_by(standings: Standings, season: str) -> None:
    before = standings.get(season, f"{POSITIONS}?account_id=B").json["items"][0]["positions"]
    standings.tell(*events_of(season, [Correction(1, judged(A_B, SECOND, POINTS))]))
    shown = standings.get(season, POSITIONS).json["items"]
    after = {one["account_id"]: one["positions"] for one in shown}
    assert before == [3, 2]
    assert after["B"] == [1, 1]
    assert [one["account_id"] for one in shown] == ["B", "A", "C"]


def test_the_list_comes_in_pages_and_for_one_player(standings: Standings, season: str) -> None:
    whole = standings.get(season, POSITIONS).json["items"]
    first = standings.get(season, f"{POSITIONS}?limit=2").json
    rest = standings.get(season, f"{POSITIONS}?limit=2&cursor={first['next']}").json
    assert first["items"] + rest["items"] == whole
    assert rest["next"] is None
    assert standings.get(season, f"{POSITIONS}?account_id=nobody").json["items"] == []


def test_there_are_none_before_the_first_table(standings: Standings) -> None:
    season_id = new_id()
    standings.tell(*events_of(season_id, [ABC], page_size=2)[:2])
    assert standings.get(season_id, POSITIONS).json["code"] == "round_not_closed"
    assert standings.get(new_id(), POSITIONS).status_code == 404
