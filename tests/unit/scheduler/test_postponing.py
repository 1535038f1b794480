"""What moves when a season is postponed, and what stays."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.scheduler.domain.calendar import RoundTimes, round_times
from services.scheduler.domain.days import start_of_day
from services.scheduler.domain.errors import NothingToPostpone
from services.scheduler.domain.postponing import Timetable, postpone
from services.scheduler.domain.settings import (
    CalendarCadence,
    Format,
    SeasonSettings,
    TimedCadence,
)
from shared.errors import Invalid

MADRID = "Europe/Madrid"


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


CALENDAR = SeasonSettings(
    format=Format.DOUBLE_ROUND_ROBIN,
    time_zone=MADRID,
    registration_opens_at=utc("2026-03-01T17:30"),
    registration_closes_at=utc("2026-03-20T17:30"),
    starts_on=date(2026, 3, 27),
    cadence=CalendarCadence(rest_days=1),
)
TIMED = SeasonSettings(
    format=Format.SWISS,
    time_zone=MADRID,
    registration_opens_at=utc("2026-05-01T10:00"),
    registration_closes_at=utc("2026-05-01T18:00"),
    starts_at=utc("2026-05-01T18:05"),
    cadence=TimedCadence(prepare_seconds=60, solve_seconds=240, break_seconds=30),
)


def announced(settings: SeasonSettings, rounds: int = 3) -> Timetable:
    return Timetable(settings, round_times(settings, rounds))


def days_of(times: RoundTimes) -> tuple[int, int, int]:
    assert times.days is not None
    return times.days.prepares_on.day, times.days.solves_on.day, times.days.ends_on.day


def test_before_the_opening_everything_moves_at_the_same_local_time() -> None:
    moved = postpone(Timetable(CALENDAR), utc("2026-02-01T00:00"), days=10)
    assert moved.rounds == ()
    assert moved.settings == replace(
        CALENDAR,
        registration_opens_at=utc("2026-03-11T17:30"),
        # 18:30 in Madrid still, now in summer time.
        registration_closes_at=utc("2026-03-30T16:30"),
        starts_on=date(2026, 4, 6),
    )


def test_during_registration_its_opening_stays() -> None:
    moved = postpone(Timetable(CALENDAR), utc("2026-03-01T17:30"), days=1)
    assert moved.settings.registration_opens_at == CALENDAR.registration_opens_at
    assert moved.settings.registration_closes_at == utc("2026-03-21T17:30")
    assert moved.settings.starts_on == date(2026, 3, 28)


def test_after_the_close_the_rounds_move_and_stay_starts_of_days() -> None:
    timetable = announced(CALENDAR)
    assert [days_of(times) for times in timetable.rounds] == [
        (27, 28, 29),
        (30, 31, 1),
        (2, 3, 4),
    ]
    moved = postpone(timetable, utc("2026-03-21T00:00"), days=2)
    assert moved.settings == replace(CALENDAR, starts_on=date(2026, 3, 29))
    assert moved.rounds == round_times(moved.settings, 3)
    assert moved.rounds[0].preparing_from == utc("2026-03-28T23:00")
    assert moved.rounds[0].solving_from == utc("2026-03-29T22:00")


def test_while_preparing_the_end_of_preparing_and_all_after_it_move() -> None:
    timetable = announced(CALENDAR)
    moved = postpone(timetable, utc("2026-03-27T12:00"), days=3)
    assert moved.settings == CALENDAR
    assert [days_of(times) for times in moved.rounds] == [(27, 31, 1), (2, 3, 4), (5, 6, 7)]
    assert moved.rounds[0].preparing_from == timetable.rounds[0].preparing_from
    assert moved.rounds[0].solving_from == utc("2026-03-30T22:00")


def test_while_solving_only_the_close_of_the_round_moves() -> None:
    moved = postpone(announced(CALENDAR), utc("2026-03-28T12:00"), days=1)
    assert [days_of(times) for times in moved.rounds] == [(27, 28, 30), (31, 1, 2), (3, 4, 5)]


def test_between_rounds_the_closed_one_stays() -> None:
    moved = postpone(announced(CALENDAR), utc("2026-03-29T12:00"), days=1)
    assert [days_of(times) for times in moved.rounds] == [(27, 28, 29), (31, 1, 2), (3, 4, 5)]


def test_an_instant_that_is_now_has_happened() -> None:
    timetable = announced(CALENDAR)
    start = timetable.rounds[0].solving_from
    moved = postpone(timetable, start, days=1)
    assert moved.rounds[0].solving_from == start
    moved = postpone(timetable, start - timedelta(microseconds=1), days=1)
    assert moved.rounds[0].solving_from > start


def test_the_past_keeps_the_instants_it_was_announced_with() -> None:
    # As when the zone's rules were changed after round 1 was announced.
    first, *others = announced(CALENDAR).rounds
    odd = replace(first, preparing_from=first.preparing_from - timedelta(minutes=30))
    moved = postpone(Timetable(CALENDAR, (odd, *others)), utc("2026-03-27T12:00"), days=1)
    assert moved.rounds[0].preparing_from == odd.preparing_from


def test_days_that_the_zone_skipped_do_not_count() -> None:
    apia = replace(
        CALENDAR,
        time_zone="Pacific/Apia",
        registration_opens_at=utc("2011-12-01T00:00"),
        registration_closes_at=utc("2011-12-20T00:00"),
        starts_on=date(2011, 12, 27),
    )
    moved = postpone(announced(apia, 1), utc("2011-12-21T00:00"), days=1)
    assert [days_of(times) for times in moved.rounds] == [(28, 29, 31)]
    moved = postpone(announced(apia, 1), utc("2011-12-21T00:00"), days=2)
    assert [days_of(times) for times in moved.rounds] == [(29, 31, 1)]


def test_registration_that_closes_with_a_start_of_day_keeps_doing_so() -> None:
    # In Santiago the day of the change starts at 1:00, the days after it at 0:00.
    start = start_of_day("America/Santiago", date(2018, 8, 12))
    santiago = replace(
        CALENDAR,
        time_zone="America/Santiago",
        registration_opens_at=utc("2018-08-01T00:00"),
        registration_closes_at=start,
        starts_on=date(2018, 8, 12),
    )
    moved = postpone(Timetable(santiago), utc("2018-08-02T00:00"), days=1).settings
    assert moved.registration_closes_at == moved.begins_at == utc("2018-08-13T03:00")


def test_registration_still_closes_by_the_start_where_midnight_happens_twice() -> None:
    # St John's fell back at 0:01, so 23:45 of the evening before came once more after that start.
    st_johns = replace(
        CALENDAR,
        time_zone="America/St_Johns",
        registration_opens_at=utc("2006-10-01T00:00"),
        registration_closes_at=utc("2006-10-28T02:15"),
        starts_on=date(2006, 10, 28),
    )
    moved = postpone(Timetable(st_johns), utc("2006-10-02T00:00"), days=1).settings
    assert moved.registration_closes_at <= moved.begins_at == utc("2006-10-29T02:30")


def test_a_registration_that_the_clock_would_jump_over_is_refused() -> None:
    short = replace(
        CALENDAR,
        registration_opens_at=utc("2026-03-28T01:10"),
        registration_closes_at=utc("2026-03-28T01:40"),
        starts_on=date(2026, 4, 1),
    )
    with pytest.raises(Invalid) as refusal:
        postpone(Timetable(short), utc("2026-03-02T00:00"), days=1)
    assert set(refusal.value.errors) == {"days"}
    assert postpone(Timetable(short), utc("2026-03-02T00:00"), days=2).settings.starts_on


def test_a_registration_without_length_does_not_stand_in_the_way() -> None:
    at_once = replace(CALENDAR, registration_closes_at=CALENDAR.registration_opens_at)
    moved = postpone(announced(at_once), utc("2026-03-21T00:00"), days=1)
    assert moved.settings == replace(at_once, starts_on=date(2026, 3, 28))


@given(now_hours=st.integers(-40 * 24, 20 * 24), days=st.integers(1, 40))
@settings(max_examples=60)
def test_whatever_the_hour_the_order_of_instants_is_kept(now_hours: int, days: int) -> None:
    timetable = announced(CALENDAR, 6)
    now = timetable.begins_at + timedelta(hours=now_hours)
    try:
        moved = postpone(timetable, now, days=days)
    except NothingToPostpone:
        assert now >= timetable.rounds[-1].closes_at
        return
    instants = [moved.settings.registration_opens_at, moved.settings.registration_closes_at]
    for before, after in zip(timetable.rounds, moved.rounds, strict=True):
        instants += [after.preparing_from, after.solving_from, after.closes_at]
        assert (after == before) == (before.closes_at <= now)
    assert instants == sorted(instants)
    assert moved.rounds[-1].closes_at - timetable.rounds[-1].closes_at == timedelta(days=days)


# Timed seasons


def test_a_timed_season_moves_by_seconds() -> None:
    moved = postpone(announced(TIMED), utc("2026-05-01T12:00"), seconds=90)
    assert moved.settings == replace(
        TIMED,
        registration_closes_at=utc("2026-05-01T18:01:30"),
        starts_at=utc("2026-05-01T18:06:30"),
    )
    assert moved.rounds == round_times(moved.settings, 1)


def test_an_open_timed_round_moves_only_what_lies_ahead() -> None:
    moved = postpone(announced(TIMED), utc("2026-05-01T18:07"), seconds=600)
    assert moved.settings == TIMED
    assert moved.rounds == (
        RoundTimes(
            number=1,
            preparing_from=utc("2026-05-01T18:05"),
            solving_from=utc("2026-05-01T18:06"),
            closes_at=utc("2026-05-01T18:20"),
        ),
    )


# Held seasons


def test_a_held_end_has_not_happened_and_moves() -> None:
    timetable = announced(CALENDAR)
    held_end = timetable.rounds[0].solving_from
    now = held_end + timedelta(hours=80)
    moved = postpone(timetable, now, days=4, held_end=held_end)
    assert [days_of(times) for times in moved.rounds] == [(27, 1, 2), (3, 4, 5), (6, 7, 8)]
    assert moved.rounds[0].solving_from > now


def test_a_held_end_must_come_to_lie_ahead() -> None:
    timetable = announced(CALENDAR)
    held_end = timetable.rounds[0].closes_at
    with pytest.raises(Invalid) as refusal:
        postpone(timetable, held_end + timedelta(hours=80), days=3, held_end=held_end)
    assert set(refusal.value.errors) == {"days"}


def test_a_held_timed_round_moves_its_end() -> None:
    timetable = announced(TIMED)
    held_end = timetable.rounds[0].closes_at
    now = held_end + timedelta(minutes=10)
    moved = postpone(timetable, now, seconds=900, held_end=held_end)
    assert moved.rounds[0].closes_at == held_end + timedelta(minutes=15)
    with pytest.raises(Invalid) as refusal:
        postpone(timetable, now, seconds=600, held_end=held_end)
    assert set(refusal.value.errors) == {"seconds"}


# What is refused


@pytest.mark.parametrize(
    ("season", "days", "seconds", "named"),
    [
        (CALENDAR, None, None, {"days"}),
        (CALENDAR, 0, None, {"days"}),
        (CALENDAR, -1, None, {"days"}),
        (CALENDAR, 3651, None, {"days"}),
        (CALENDAR, None, 60, {"days", "seconds"}),
        (CALENDAR, 1, 60, {"seconds"}),
        (TIMED, 1, None, {"days", "seconds"}),
        (TIMED, None, 0, {"seconds"}),
        (TIMED, None, 2**31, {"seconds"}),
    ],
)
def test_the_unit_goes_with_the_cadence(
    season: SeasonSettings, days: int | None, seconds: int | None, named: set[str]
) -> None:
    with pytest.raises(Invalid) as refusal:
        postpone(announced(season), utc("2026-03-02T00:00"), days=days, seconds=seconds)
    assert set(refusal.value.errors) == named


def test_where_nothing_lies_ahead_there_is_nothing_to_postpone() -> None:
    by_the_calendar, timed = announced(CALENDAR), announced(TIMED)
    with pytest.raises(NothingToPostpone):
        postpone(by_the_calendar, by_the_calendar.rounds[-1].closes_at, days=1)
    with pytest.raises(NothingToPostpone):
        postpone(timed, timed.rounds[-1].closes_at, seconds=1)


def test_no_season_is_postponed_beyond_the_last_date() -> None:
    late = replace(CALENDAR, starts_on=date(2999, 12, 1))
    with pytest.raises(Invalid) as refusal:
        postpone(announced(late), utc("2026-03-02T00:00"), days=31)
    assert set(refusal.value.errors) == {"days"}
