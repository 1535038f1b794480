"""Whole seasons on the doubled deployment, every number of every answer held against the reference.

`JUSTA_FULL_SUITES=all` plays as many here as on the embedded platform.
"""

import os

import pytest

from tests.e2e import test_seasons as suite
from tests.full.world import FullWorld
from tests.reference.plan import ROUND_ROBIN, SWISS

EVERYTHING = os.environ.get("JUSTA_FULL_SUITES") == "all"
SOME = [(SWISS, 5), (ROUND_ROBIN, 3)]
ALL = [(format_, players) for format_ in (SWISS, ROUND_ROBIN) for players in range(2, 14)]


@pytest.mark.parametrize(("format_", "players"), ALL if EVERYTHING else SOME)
def test_season(platform: FullWorld, format_: str, players: int) -> None:
    suite.test_season(platform, format_, players, seed=1)  # type: ignore[arg-type]


@pytest.mark.parametrize("format_", [SWISS, ROUND_ROBIN] if EVERYTHING else [SWISS])
def test_cancelling_publishes_the_open_round_without_results(
    platform: FullWorld, format_: str
) -> None:
    test = suite.test_cancelling_publishes_the_open_round_without_results
    test(platform, format_)  # type: ignore[arg-type]
