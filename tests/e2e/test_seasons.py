"""Whole seasons over HTTP, every number of every answer held against the reference.

`JUSTA_SEASON_SEEDS` says how many seasons of each format and size are played (1).
"""

import os
from typing import TYPE_CHECKING

import pytest
from icalendar import Calendar

from services.app.verifying import verify
from tests.reference import opening
from tests.reference.driver import play_season
from tests.reference.plan import ROUND_ROBIN, SWISS
from tests.reference.play import Play
from tests.reference.preparing import prepare
from tests.reference.scenario import scenario
from tests.reference.solving import solve
from tests.reference.trf import read_report, worth

if TYPE_CHECKING:
    from tests.clients import RunningPlatform

SEEDS = range(1, int(os.environ.get("JUSTA_SEASON_SEEDS", "1")) + 1)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("players", range(2, 14))
@pytest.mark.parametrize("format_", [SWISS, ROUND_ROBIN])
def test_season(platform: "RunningPlatform", format_: str, players: int, seed: int) -> None:
    play = play_season(
        platform.client(),
        platform.operator_email,
        platform.operator_password,
        scenario(seed, format_, players),
    )
    assert play.season.state == "finished"
    assert play.season.closed >= 1
    play.settle()
    _check_files(platform, play)


def _check_files(platform: "RunningPlatform", play: Play) -> None:
    """As one file the season is confirmed by replaying it, its calendar is one, and its tournament
    report read back gives the points of the table.
    """
    client, path = platform.client(), f"/api/v1/seasons/{play.season_id}"
    whole = client.request("GET", f"{path}/export.json").body
    assert verify(whole).faults == ()
    assert not Calendar.from_ical(client.request("GET", f"{path}/calendar.ics").raw).errors
    report = client.request("GET", f"{path}/export.trf").raw.decode()
    _, players = read_report(report)
    numbers = {one["account_id"]: one["number"] for one in whole["participants"]}
    for row in client.request("GET", f"{path}/standings").body["items"]:
        player = players[numbers[row["account_id"]]]
        assert (player.points, player.rank) == (row["points"], row["position"])
        assert worth(players, player, whole["season"]["points"]) == row["points"]


def _announced(platform: "RunningPlatform", seed: int, format_: str, players: int) -> Play:
    play = opening.announce(
        platform.client(),
        platform.operator_email,
        platform.operator_password,
        scenario(seed, format_, players),
    )
    opening.open_registration(play)
    return play


@pytest.mark.parametrize("format_", [SWISS, ROUND_ROBIN])
def test_a_season_with_too_few_is_cancelled(platform: "RunningPlatform", format_: str) -> None:
    play = _announced(platform, 1, format_, 5)
    opening.register(play, opening.new_player(play))
    play.move(play.season.plan.registration_closes_at)
    shown = play.anyone.get(play.path)
    assert shown["state"] == "cancelled"
    assert shown["cancel_reason"]
    assert play.anyone.items(f"{play.path}/rounds") == []


@pytest.mark.parametrize("format_", [SWISS, ROUND_ROBIN])
def test_cancelling_publishes_the_open_round_without_results(
    platform: "RunningPlatform", format_: str
) -> None:
    play = _announced(platform, 1, format_, 5)
    opening.fill(play)
    opening.close_registration(play)
    play.move(play.times().preparing_from)
    prepare(play, 1)
    play.move(play.times().solving_from)
    solve(play, 1)
    shown = play.operator.post(f"{play.path}/cancel", {"reason": "the hall is flooded"})
    assert (shown["state"], shown["cancel_reason"]) == ("cancelled", "the hall is flooded")
    play.settle()
    assert play.anyone.items(f"{play.path}/rounds")[0]["state"] == "closed"
    for duel in play.season.round_duels(1):
        match = play.anyone.get(f"/matches/{duel.id}")
        assert (match["state"], match["result"]) == ("closed", None)
        assert match["first"]["code"]
        assert len(match["first"]["attempts"]) == len(duel.desks[duel.first].attempts)
