"""What a season's state means for duels of its rounds."""

import pytest

from services.match.domain.duel import Bar, Phase
from services.match.domain.season import SeasonState, bar_in, phase_held
from tests.unit.match.building import CLOSE, make_duel

HELD = SeasonState(held_round=2, held_phase=Phase.PREPARING)


@pytest.mark.parametrize(
    ("season", "number", "held"),
    [
        (SeasonState(), 1, None),
        (HELD, 1, None),
        (HELD, 2, Phase.PREPARING),
        (HELD, 3, Phase.SCHEDULED),
        (SeasonState(last_round=2), 2, None),
        (SeasonState(last_round=2), 3, Phase.SCHEDULED),
        (SeasonState(last_round=2, cancelled=True), 3, None),
        (SeasonState(held_round=3, held_phase=Phase.SOLVING, last_round=2), 3, Phase.SCHEDULED),
    ],
)
def test_phase_held(season: SeasonState, number: int, held: Phase | None) -> None:
    assert phase_held(season, number) is held


@pytest.mark.parametrize(
    ("number", "withdrawn_from", "disqualified", "bar"),
    [
        (2, None, False, None),
        (2, 3, False, None),
        (3, 3, False, Bar.WITHDRAWN),
        (1, None, True, Bar.DISQUALIFIED),
        (3, 3, True, Bar.DISQUALIFIED),
    ],
)
def test_bar_in(
    number: int, withdrawn_from: int | None, disqualified: bool, bar: Bar | None
) -> None:
    assert bar_in(number, withdrawn_from, disqualified=disqualified) is bar


def test_a_duel_without_times_is_scheduled() -> None:
    duel = make_duel(preparing_from=None, solving_from=None, closes_at=None)
    assert duel.phase(CLOSE) is Phase.SCHEDULED
