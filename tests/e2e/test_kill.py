"""Killed again and again while rounds close, a season ends as if nothing had happened."""

import shutil
from random import Random

from tests.e2e import league
from tests.e2e.steady import Steady

KILLS = {"open": 1, "close": 2, "move": 0}
MOVES_BETWEEN_KILLS = 15


def _play_undisturbed(start, data, season: str) -> str:
    call = Steady(start, data)
    for _ in league.play(call, season):
        pass
    told = league.history(call, season)
    assert call.starts == 1
    assert call.up.stop() == 0
    return told


def _play_among_kills(start, data, season: str) -> str:
    call, random, moves = Steady(start, data), Random(5), 0
    for coming in league.play(call, season):
        moves += coming == "move"
        if coming == "move" and moves % MOVES_BETWEEN_KILLS == 0:
            call.restart()
        # The clock is on its way when each kill strikes, and is asked to move again.
        kills = KILLS[coming]
        call.kills_to_come = [random.uniform(0.002, 0.1) for _ in range(kills)]
    told = league.history(call, season)
    assert call.starts > 10
    return told


def test_a_season_among_kills_ends_like_an_undisturbed_one(start, tmp_path):
    first = start(tmp_path / "data", "--clock", "manual").ready()
    season = league.set_up(first)
    assert first.stop() == 0
    shutil.copytree(tmp_path / "data", tmp_path / "copy")
    undisturbed = _play_undisturbed(start, tmp_path / "copy", season)
    assert '"season": "finished"' in undisturbed
    assert _play_among_kills(start, tmp_path / "data", season) == undisturbed
