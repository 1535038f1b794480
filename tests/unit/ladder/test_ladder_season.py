"""Ladder seasons: settings, states by the clock, overlap."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from services.ladder.domain.season import LadderSeason, SeasonState, planned
from services.ladder.domain.settings import LadderSettings, ladder_settings, settings_given
from shared.errors import Invalid

START = datetime(2026, 3, 1, tzinfo=UTC)
SEASON = LadderSeason("s", "Spring", START, START + timedelta(days=30), LadderSettings())


def test_defaults_are_those_of_the_rules():
    settings = ladder_settings({})
    assert (settings.start_points, settings.floor) == (1500, 1500)
    assert (settings.win_points, settings.streak_step, settings.streak_cap) == (10, 3, 12)
    assert [(b.from_points, b.cost) for b in settings.loss_brackets] == [
        (1500, 5),
        (1600, 8),
        (1800, 12),
        (2000, 15),
        (2200, 18),
        (2400, 20),
    ]
    assert (settings.rematch_limit, settings.rematch_hours) == (2, 24)
    assert settings.prize_min_games == 20
    assert (settings.preparation_seconds, settings.solve_seconds) == (60, 600)
    assert (settings.abandon_seconds, settings.report_grace_seconds) == (60, 3600)


def test_brackets_are_put_in_rising_order_and_survive_storing():
    given_brackets = [{"from_points": 2000, "cost": 9}, {"from_points": 1500, "cost": 1}]
    settings = ladder_settings({"loss_brackets": given_brackets, "win_points": 7})
    assert [bracket.from_points for bracket in settings.loss_brackets] == [1500, 2000]
    assert ladder_settings(settings_given(settings)) == settings


@pytest.mark.parametrize(
    ("settings", "field"),
    [
        ({"floor": 1501}, "settings.floor"),
        (
            {"loss_brackets": [{"from_points": 1, "cost": 1}, {"from_points": 1, "cost": 2}]},
            "settings.loss_brackets",
        ),
        (
            {"loss_brackets": [{"from_points": 1, "cost": 5}, {"from_points": 9, "cost": 2}]},
            "settings.loss_brackets",
        ),
    ],
)
def test_contradictions_are_refused(settings, field):
    with pytest.raises(Invalid) as refusal:
        ladder_settings(settings)
    assert list(refusal.value.errors) == [field]


@pytest.mark.parametrize(
    ("seconds_after_start", "state"),
    [
        (-1, SeasonState.SCHEDULED),
        (0, SeasonState.ACTIVE),
        (30 * 86400 - 1, SeasonState.ACTIVE),
        (30 * 86400, SeasonState.CLOSING),
        (90 * 86400, SeasonState.CLOSING),
    ],
)
def test_state_follows_the_clock_until_the_ranking_is_confirmed(seconds_after_start, state):
    now = START + timedelta(seconds=seconds_after_start)
    assert SEASON.state_at(now) == state
    assert replace(SEASON, revision=1).state_at(now) == SeasonState.FINAL


@pytest.mark.parametrize(
    ("seconds_after_end", "pending", "may"),
    [(3599, 0, False), (3600, 0, True), (3600, 1, False), (99999, 1, False)],
)
def test_a_ranking_is_confirmed_after_the_grace_with_nothing_pending(
    seconds_after_end, pending, may
):
    now = SEASON.ends_at + timedelta(seconds=seconds_after_end)
    assert SEASON.may_be_confirmed(now, pending) is may
    assert not replace(SEASON, revision=1).may_be_confirmed(now, pending)


def test_a_game_belongs_to_the_season_in_which_it_started():
    assert SEASON.holds(SEASON.starts_at)
    assert SEASON.holds(SEASON.ends_at - timedelta(microseconds=1))
    assert not SEASON.holds(SEASON.ends_at)


def test_a_season_must_last():
    with pytest.raises(Invalid):
        planned(replace(SEASON, ends_at=SEASON.starts_at))
    assert planned(SEASON) is SEASON
