"""Whole seasons over HTTP, every number of every answer held against the reference.

`JUSTA_SEASON_SEEDS` says how many seasons of each format and size are played (1).
"""

import os
from typing import TYPE_CHECKING

import pytest

from tests.reference.driver import play_season
from tests.reference.plan import ROUND_ROBIN, SWISS
from tests.reference.scenario import scenario

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
