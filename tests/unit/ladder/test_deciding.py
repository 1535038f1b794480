"""Whether a game is rated."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.ladder.domain.deciding import decide
from services.ladder.domain.game import Origin, Player, UnratedReason
from services.ladder.domain.settings import LadderSettings

NOW = datetime(2030, 5, 1, 12, tzinfo=UTC)
ANA, BEA, GUEST = Player("ana"), Player("bea"), Player(None, "Gus")
SETTINGS = LadderSettings()


def hours(*numbers: float) -> list[datetime]:
    return [NOW + timedelta(hours=number) for number in numbers]


@pytest.mark.parametrize(
    ("origin", "players", "starts", "reason"),
    [
        (Origin.QUEUE, (ANA, BEA), [], None),
        (Origin.QUEUE, (ANA, BEA), [-1], None),
        (Origin.QUEUE, (ANA, BEA), [-2, -1], UnratedReason.REMATCH_LIMIT),
        (Origin.QUEUE, (ANA, GUEST), [], UnratedReason.GUEST),
        (Origin.QUEUE, (GUEST, GUEST), [], UnratedReason.GUEST),
        (Origin.PRIVATE, (ANA, GUEST), [-2, -1], UnratedReason.PRIVATE),
        (Origin.COMPUTER, (ANA, GUEST), [-2, -1], UnratedReason.COMPUTER),
    ],
)
def test_the_first_reason_that_applies_is_told(origin, players, starts, reason):
    assert decide(SETTINGS, origin, players, NOW, hours(*starts)) == reason


@pytest.mark.parametrize(
    ("starts", "rated"),
    [
        ([-24, -1], True),
        ([-23.9999, -1], False),
        ([1, 2], False),
        ([1, 24], True),
        ([-23, 0.5], False),
        ([-23, 1], True),
        ([-23, -0.5, 0.5], False),
        ([0], True),
        ([0, 0], False),
        ([-40, -30, 30, 40], True),
    ],
)
def test_some_window_of_24_hours_must_not_hold_a_third_game(starts, rated):
    reason = decide(SETTINGS, Origin.QUEUE, (ANA, BEA), NOW, hours(*starts))
    assert (reason is None) is rated


def test_the_limit_is_a_setting():
    once_a_week = LadderSettings(rematch_limit=1, rematch_hours=168)
    for start, reason in ((-167, UnratedReason.REMATCH_LIMIT), (-168, None)):
        assert decide(once_a_week, Origin.QUEUE, (ANA, BEA), NOW, hours(start)) == reason


@given(
    st.lists(st.integers(0, 200), max_size=25),
    st.integers(1, 4),
    st.integers(1, 48),
    st.randoms(use_true_random=False),
)
def test_in_any_order_of_telling_no_window_holds_more_than_the_limit(
    numbers, limit, length, chance
):
    """And a game is refused only where taking it would break that."""
    settings = LadderSettings(rematch_limit=limit, rematch_hours=length)
    chance.shuffle(numbers)
    rated: list[int] = []
    for number in numbers:
        told = hours(*rated)
        reason = decide(settings, Origin.QUEUE, (ANA, BEA), hours(number)[0], told)
        assert (reason is None) == (most_in_a_window([*rated, number], length) <= limit)
        if reason is None:
            rated.append(number)


def most_in_a_window(numbers: list[int], length: int) -> int:
    return max(sum(start <= one < start + length for one in numbers) for start in numbers)
