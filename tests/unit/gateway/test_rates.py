"""How often somebody may ask."""

from hypothesis import given
from hypothesis import strategies as st

from services.gateway.domain.rates import Rate


def _spend_all(
    rate: Rate, at: float, times: int, paid_until: float = 0.0
) -> tuple[float, list[int]]:
    waits = []
    for _ in range(times):
        paid_until, wait = rate.spend(paid_until, at)
        waits.append(wait)
    return paid_until, waits


def test_a_burst_of_the_whole_allowance_passes_and_no_more() -> None:
    _, waits = _spend_all(Rate(5, 60), 1000.0, 7)
    assert waits == [0, 0, 0, 0, 0, 12, 12]


def test_after_the_wait_exactly_one_more_passes() -> None:
    rate = Rate(5, 60)
    paid_until, _ = _spend_all(rate, 1000.0, 5)
    _, waits = _spend_all(rate, 1012.0, 2, paid_until)
    assert waits == [0, 12]


def test_whoever_rested_has_the_whole_allowance_again() -> None:
    rate = Rate(5, 60)
    paid_until, _ = _spend_all(rate, 1000.0, 5)
    assert _spend_all(rate, 1060.0, 6, paid_until)[1] == [0, 0, 0, 0, 0, 12]


@given(st.integers(1, 50), st.lists(st.floats(0, 5), max_size=120))
def test_in_any_window_at_most_twice_the_allowance_passes(most: int, pauses: list[float]) -> None:
    rate, now, paid_until, passed = Rate(most, 10), 100.0, 0.0, []
    for pause in pauses:
        now += pause
        paid_until, wait = rate.spend(paid_until, now)
        assert wait <= 10
        if not wait:
            passed.append(now)
    for start in passed:
        assert sum(start <= instant < start + 10 for instant in passed) <= 2 * most
