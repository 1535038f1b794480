"""What a season's clock has to do next."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from services.scheduler.domain.calendar import RoundTimes
from services.scheduler.domain.deadlines import Deadline, FollowingRound, Kind, next_deadline
from services.scheduler.domain.season import Season, State
from services.scheduler.domain.settings import Format, SeasonSettings

OPENS = datetime(2026, 3, 1, tzinfo=UTC)
CLOSES = datetime(2026, 3, 20, tzinfo=UTC)
SETTINGS = SeasonSettings(
    format=Format.SWISS,
    time_zone="UTC",
    registration_opens_at=OPENS,
    registration_closes_at=CLOSES,
    starts_on=date(2026, 3, 28),
)
DAY = timedelta(days=1)
START = datetime(2026, 3, 28, tzinfo=UTC)
TIMES = RoundTimes(1, START, START + DAY, START + 2 * DAY)
RUNNING = Season(State.RUNNING, SETTINGS, rounds=3, paired=1)
DRAWN = FollowingRound(TIMES, paired=True, solving_opened=False)


def test_registration_opens_and_closes_at_its_instants() -> None:
    opening = Deadline(OPENS, Kind.REGISTRATION_OPENS)
    closing = Deadline(CLOSES, Kind.REGISTRATION_CLOSES)
    assert next_deadline(Season(State.DRAFT, SETTINGS), None) == opening
    assert next_deadline(Season(State.REGISTRATION, SETTINGS), None) == closing


def test_a_round_opens_solving_and_then_closes() -> None:
    solving = replace(DRAWN, solving_opened=True)
    assert next_deadline(RUNNING, DRAWN) == Deadline(TIMES.solving_from, Kind.SOLVING_OPENS)
    assert next_deadline(RUNNING, solving) == Deadline(TIMES.closes_at, Kind.ROUND_CLOSES)


@pytest.mark.parametrize(
    "following",
    [None, replace(DRAWN, paired=False), replace(DRAWN, times=None)],
    ids=["none is left", "it is not drawn", "it is not announced"],
)
def test_a_season_waits_for_a_round(following: FollowingRound | None) -> None:
    assert next_deadline(RUNNING, following) is None


def test_a_held_season_waits_for_an_operator() -> None:
    held = replace(RUNNING, held_end=TIMES.solving_from)
    assert next_deadline(held, DRAWN) is None


@pytest.mark.parametrize("state", [State.FINISHED, State.CANCELLED])
def test_a_season_that_is_over_has_no_deadline(state: State) -> None:
    assert next_deadline(replace(RUNNING, state=state), DRAWN) is None
