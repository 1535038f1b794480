"""When the platform was away for more than half of a phase, and what holding does."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.scheduler.domain.absence import Interval, away_for_more_than_half, time_away
from services.scheduler.domain.errors import SeasonNotHeld, SeasonNotRunning, SeasonOver
from services.scheduler.domain.holding import hold, must_hold, postponed, resume
from services.scheduler.domain.season import Season, State
from services.scheduler.domain.settings import Format, SeasonSettings

START = datetime(2026, 3, 28, tzinfo=UTC)
DAY = (START, START + timedelta(hours=24))
SETTINGS = SeasonSettings(
    format=Format.SWISS,
    time_zone="UTC",
    registration_opens_at=START - timedelta(days=2),
    registration_closes_at=START - timedelta(days=1),
    starts_on=date(2026, 3, 28),
)
RUNNING = Season(State.RUNNING, SETTINGS, rounds=3, paired=1)


def hours(begins: float, ends: float) -> Interval:
    return START + timedelta(hours=begins), START + timedelta(hours=ends)


@pytest.mark.parametrize(
    ("absences", "held"),
    [
        ([], False),
        ([hours(0, 24)], True),
        ([hours(-100, 100)], True),
        ([hours(6, 18)], False),
        ([hours(6, 18.01)], True),
        ([hours(-12, 12)], False),
        ([hours(11, 30)], True),
        ([hours(-12, 0), hours(24, 48)], False),
        ([hours(0, 8), hours(16, 24)], True),
        ([hours(0, 8), hours(2, 9), hours(3, 5), hours(8, 12)], False),
        ([hours(8, 12), hours(0, 8), hours(10, 13)], True),
        ([hours(20, 4)], False),
    ],
)
def test_more_than_half_of_the_phase(absences: list[Interval], held: bool) -> None:
    assert away_for_more_than_half(DAY, absences) is held


def test_a_short_day_is_measured_by_its_own_length() -> None:
    short = (START, START + timedelta(hours=23))
    assert away_for_more_than_half(short, [hours(0, 11.75)])
    assert not away_for_more_than_half(short, [hours(0, 11.5)])


@given(st.lists(st.tuples(st.integers(-5, 30), st.integers(-5, 30)), max_size=8))
def test_every_hour_away_counts_once(absences: list[tuple[int, int]]) -> None:
    away = {hour for begins, ends in absences for hour in range(begins, ends)}
    expected = timedelta(hours=len(away & set(range(24))))
    assert time_away(DAY, [hours(begins, ends) for begins, ends in absences]) == expected


def test_a_resumed_end_is_not_held_again_but_the_next_one_may_be() -> None:
    night, day = DAY, (DAY[1], DAY[1] + timedelta(hours=24))
    absences = [hours(0, 48)]
    assert must_hold(RUNNING, night, absences)
    resumed = resume(hold(RUNNING, night[1]))
    assert resumed.held_end is None
    assert not must_hold(resumed, night, absences)
    assert must_hold(resumed, day, absences)


def test_postponing_lets_a_held_season_go_on() -> None:
    held = hold(RUNNING, DAY[1])
    later = replace(SETTINGS, starts_on=date(2026, 3, 29))
    assert held.held_end == DAY[1]
    assert postponed(held, later) == replace(RUNNING, settings=later)
    assert must_hold(postponed(held, later), DAY, [hours(0, 24)])


def test_what_is_not_held_cannot_be_resumed() -> None:
    with pytest.raises(SeasonNotHeld):
        resume(RUNNING)


@pytest.mark.parametrize("state", [State.DRAFT, State.REGISTRATION, State.FINISHED])
def test_only_a_running_season_is_held(state: State) -> None:
    with pytest.raises(SeasonNotRunning):
        hold(replace(RUNNING, state=state), DAY[1])


@pytest.mark.parametrize("state", [State.CANCELLED, State.FINISHED])
def test_a_season_that_is_over_is_not_postponed(state: State) -> None:
    with pytest.raises(SeasonOver):
        postponed(replace(RUNNING, state=state), SETTINGS)
