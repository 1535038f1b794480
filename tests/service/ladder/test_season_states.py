"""From active over closing to final: what keeps a season open, and where its games belong."""

import os
import time
from collections.abc import Iterator
from datetime import timedelta

import pytest

from shared.events.catalogue import LadderSeasonConfirmed
from tests.service.ladder.harness import SEASONS, SERVER, START, Ladder, shown


@pytest.fixture(params=["UTC", "Pacific/Kiritimati"])
def _zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The process runs in one time zone or another."""
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    yield
    monkeypatch.undo()
    os.environ.pop("TZ", None)
    time.tzset()


@pytest.mark.usefixtures("_zone")
def test_a_game_over_the_border_belongs_to_the_season_in_which_it_started(ladder: Ladder) -> None:
    old = ladder.season(*"ab", days=1, report_grace_seconds=60)
    new = ladder.create("Summer", 1, 2).json["id"]
    ladder.move(24 - 10 / 3600)
    whole = ladder.body("ab", 24 + 20 / 60, started_at="2030-01-01T23:59:50Z")
    start = {key: whole[key] for key in ("external_id", "origin", "players", "started_at")}
    assert ladder.call("POST", "/games/start", start, SERVER).status_code == 201
    ladder.move(24 + 19 / 60)
    season = ladder.get(f"{SEASONS}/{old}")
    assert (season["state"], season["pending"]) == ("closing", 1)
    ladder.move(24 + 20 / 60)
    assert ladder.call("POST", "/games", whole, SERVER).status_code == 201
    assert ladder.get(f"{SEASONS}/{old}")["state"] == "closing"
    ladder.work()
    assert ladder.get(f"{SEASONS}/{old}")["state"] == "final"
    assert ladder.points(old, "a") == (1510, 1)
    assert ladder.ranking(new) == []


def test_a_season_is_final_once_the_grace_is_over_and_nothing_is_pending(ladder: Ladder) -> None:
    season = ladder.season(*"ab", days=1)
    ladder.move(24.9)
    game = ladder.report("ab", 23)["game_id"]
    ladder.act(game, "review")
    states = []
    for hour in (24.99, 25, 48):
        ladder.move(hour)
        states.append(ladder.get(f"{SEASONS}/{season}")["state"])
    assert states == ["closing"] * 3
    late = ladder.report("ab", 10)
    assert late["players"][0]["points_after"] == 1510
    ladder.act(game, "settle", decision="keep")
    ladder.work()
    shown_season = ladder.get(f"{SEASONS}/{season}")
    assert (shown_season["state"], shown_season["pending"]) == ("final", 0)
    (confirmed,) = ladder.emitted(LadderSeasonConfirmed)
    assert (confirmed.revision, confirmed.confirmed_at) == (1, START + timedelta(hours=48))


def test_without_players_a_season_is_confirmed_empty(ladder: Ladder) -> None:
    season = ladder.season(days=1)
    ladder.move(26)
    page = ladder.get(f"{SEASONS}/{season}/ranking")
    assert (page["revision"], page["items"]) == (1, [])
    assert ladder.get(f"{SEASONS}/{season}")["prize"] == []


def test_a_new_season_starts_everybody_anew(ladder: Ladder) -> None:
    old = ladder.season(*"ab", days=1)
    new = ladder.create("Summer", 1, 30).json["id"]
    ladder.move(20)
    ladder.report("ab", 1)
    ladder.report("ab", 2)
    ladder.move(60)
    ladder.report("ab", 55)
    assert ladder.points(old, "a") == (1523, 2)
    assert ladder.points(new, "a") == (1510, 1)
    (row,) = ladder.history(new, "a")
    assert (row["points_before"], row["streak_after"]) == (1500, 1)


def test_several_seasons_that_ended_long_ago_are_confirmed_one_by_one(ladder: Ladder) -> None:
    ids = [ladder.create(f"Season {n}", n, n + 1).json["id"] for n in range(3)]
    ladder.move(240)
    states = [ladder.get(f"{SEASONS}/{season}")["state"] for season in ids]
    assert states == ["final"] * 3
    assert [one.season_id for one in ladder.emitted(LadderSeasonConfirmed)] == ids
    assert shown(ladder.get(f"{SEASONS}/{ids[0]}/revisions")["items"], "revision") == [1]
