"""Days of a zone and the times of rounds, by the calendar and timed."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest

from services.scheduler.domain.calendar import (
    RoundDays,
    RoundTimes,
    calendar_fits,
    next_timed_round,
    round_times,
    timed_round,
)
from services.scheduler.domain.days import (
    days_after,
    has_day,
    move_days,
    move_instant,
    start_of_day,
    zone_names,
)
from services.scheduler.domain.errors import SkippedDate
from services.scheduler.domain.settings import (
    CalendarCadence,
    Format,
    SeasonSettings,
    TimedCadence,
)

MINUTE = timedelta(minutes=1)
DAY = 86_400
EPOCH = date(1970, 1, 1)

Span = tuple[int, int, int]


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def calendar_season(zone: str, starts_on: date, rest_days: int = 0) -> SeasonSettings:
    return SeasonSettings(
        format=Format.DOUBLE_ROUND_ROBIN,
        time_zone=zone,
        registration_opens_at=utc("2000-01-01T00:00"),
        registration_closes_at=utc("2000-01-02T00:00"),
        starts_on=starts_on,
        cadence=CalendarCadence(rest_days),
    )


@pytest.mark.parametrize(
    ("zone", "day", "starts", "hours"),
    [
        ("Europe/Madrid", date(2026, 3, 29), "2026-03-28T23:00", 23),
        ("Europe/Madrid", date(2026, 10, 25), "2026-10-24T22:00", 25),
        ("America/Santiago", date(2018, 8, 12), "2018-08-12T04:00", 23),
        ("America/Havana", date(2025, 11, 2), "2025-11-02T04:00", 25),
        ("Asia/Kathmandu", date(2026, 6, 1), "2026-05-31T18:15", 24),
        ("America/St_Johns", date(2006, 10, 29), "2006-10-29T02:30", 25),
        ("Australia/Lord_Howe", date(2026, 4, 5), "2026-04-04T13:00", 24.5),
    ],
)
def test_a_day_starts_with_its_first_instant(
    zone: str, day: date, starts: str, hours: float
) -> None:
    assert start_of_day(zone, day) == utc(starts)
    assert start_of_day(zone, days_after(zone, day, 1)) - utc(starts) == timedelta(hours=hours)


def test_where_midnight_may_happen_twice_the_day_starts_with_the_first() -> None:
    # Releases of the time zone database disagree on whether Cuba's clocks fall back that night.
    assert start_of_day("America/Havana", date(2026, 11, 1)) == utc("2026-11-01T04:00")


@pytest.mark.parametrize(
    ("zone", "skipped"),
    [
        ("Pacific/Apia", date(2011, 12, 30)),
        ("Pacific/Fakaofo", date(2011, 12, 30)),
        ("Pacific/Kwajalein", date(1993, 8, 21)),
        ("Pacific/Kiritimati", date(1994, 12, 31)),
        ("Asia/Manila", date(1844, 12, 31)),
    ],
)
def test_a_date_that_the_zone_skipped_is_not_counted(zone: str, skipped: date) -> None:
    before, after = skipped - timedelta(days=1), skipped + timedelta(days=1)
    assert not has_day(zone, skipped)
    assert days_after(zone, before, 1) == after
    assert days_after(zone, before, 2) == after + timedelta(days=1)
    assert start_of_day(zone, after) - start_of_day(zone, before) == timedelta(hours=24)
    with pytest.raises(SkippedDate):
        start_of_day(zone, skipped)


def test_a_date_that_happened_twice_starts_the_first_time() -> None:
    # Kwajalein lived 30 September 1969 twice over when it changed sides of the date line.
    first = start_of_day("Pacific/Kwajalein", date(1969, 9, 30))
    assert first == utc("1969-09-29T13:00")
    assert start_of_day("Pacific/Kwajalein", date(1969, 10, 1)) - first > timedelta(hours=24)


@pytest.mark.parametrize(
    ("zone", "around"),
    [
        ("Africa/Cairo", date(2014, 5, 16)),
        ("America/Asuncion", date(2023, 10, 1)),
        ("America/Havana", date(2025, 11, 2)),
        ("America/Nuuk", date(2024, 3, 31)),
        ("America/Santiago", date(2018, 8, 12)),
        ("America/Sao_Paulo", date(2018, 11, 4)),
        ("America/Scoresbysund", date(2024, 3, 31)),
        ("America/St_Johns", date(2006, 10, 29)),
        ("America/St_Johns", date(2007, 3, 11)),
        ("Antarctica/Vostok", date(1994, 11, 1)),
        ("Asia/Amman", date(2022, 2, 25)),
        ("Asia/Beirut", date(2023, 3, 30)),
        ("Asia/Gaza", date(2023, 4, 29)),
        ("Atlantic/Azores", date(2026, 10, 25)),
        ("Pacific/Apia", date(2011, 12, 30)),
        ("Pacific/Kwajalein", date(1969, 10, 1)),
    ],
)
def test_days_start_where_a_scan_of_every_minute_sees_them_start(zone: str, around: date) -> None:
    scanned = first_instants_by_minutes(ZoneInfo(zone), around)
    for day in (around + timedelta(days=n) for n in (-1, 0, 1)):
        assert has_day(zone, day) == (day in scanned)
        if day in scanned:
            assert start_of_day(zone, day) == scanned[day]


def first_instants_by_minutes(zone: ZoneInfo, around: date) -> dict[date, datetime]:
    noon = datetime(around.year, around.month, around.day, 12, tzinfo=UTC)
    found: dict[date, datetime] = {}
    for minutes in range(-4 * 1440, 4 * 1440):
        at = noon + minutes * MINUTE
        found.setdefault(at.astimezone(zone).date(), at)
    return found


def test_every_day_of_every_zone_starts_with_its_first_instant() -> None:
    """From 2020 to 2030: every day of every clock, and of its further names those at a change."""
    first, last = date(2020, 1, 1), date(2030, 12, 31)
    clocks: dict[tuple[Span, ...], Mapping[date, datetime]] = {}
    for name in sorted(zone_names()):
        clock = tuple(spans(ZoneInfo(name), seconds(first) - 3 * DAY, seconds(last) + 3 * DAY))
        days: Iterable[date] = days_at_changes(clock)
        if clock not in clocks:
            clocks[clock] = first_instants_by_offsets(clock)
            days = (first + timedelta(days=n) for n in range((last - first).days + 1))
        expected = clocks[clock]
        assert [d for d in days if start_of_day(name, d) != expected[d]] == [], name
    assert len(clocks) > 50


def first_instants_by_offsets(clock: Iterable[Span]) -> dict[date, datetime]:
    """What a reading of the local clock from start to end sees first on each date.

    Between two changes of the offset the local clock runs evenly, so a date is first seen
    either at its midnight there or at the change itself.
    """
    seen: dict[int, int] = {}
    for begins, ends, offset in clock:
        for day in range((begins + offset) // DAY, (ends - 1 + offset) // DAY + 1):
            seen.setdefault(day, max(begins, day * DAY - offset))
    return {
        EPOCH + timedelta(days=day): datetime.fromtimestamp(at, UTC) for day, at in seen.items()
    }


def days_at_changes(clock: Sequence[Span]) -> list[date]:
    """The local dates next to each change of the offset."""
    changes = [EPOCH + timedelta(seconds=begins) for begins, _, _ in clock[1:]]
    return [day + timedelta(days=n) for day in changes for n in (-1, 0, 1)]


def spans(zone: ZoneInfo, start: int, end: int) -> Iterator[Span]:
    """The stretches of one offset: (from, to, offset), all in seconds.

    No two changes were ever nearer to each other than a week, so a look a day finds them.
    """
    begins, offset = start, offset_at(zone, start)
    for at in range(start + DAY, end + 1, DAY):
        if (later := offset_at(zone, at)) != offset:
            change = change_between(zone, at - DAY, at)
            yield begins, change, offset
            begins, offset = change, later
    yield begins, end, offset


def change_between(zone: ZoneInfo, low: int, high: int) -> int:
    before = offset_at(zone, low)
    minute = next(at for at in range(low, high + 1, 60) if offset_at(zone, at) != before)
    return next(at for at in range(minute - 60, high + 1) if offset_at(zone, at) != before)


def offset_at(zone: ZoneInfo, at: int) -> int:
    offset = datetime.fromtimestamp(at, zone).utcoffset()
    assert offset is not None
    return offset.days * DAY + offset.seconds


def seconds(day: date) -> int:
    return (day - EPOCH).days * DAY


def test_days_move_on_by_counted_days_together() -> None:
    zone, days = "Pacific/Apia", [date(2011, 12, 28), date(2011, 12, 29), date(2011, 12, 31)]
    assert move_days(zone, days, 2) == {
        date(2011, 12, 28): date(2011, 12, 31),
        date(2011, 12, 29): date(2012, 1, 1),
        date(2011, 12, 31): date(2012, 1, 2),
    }
    assert move_days(zone, [], 2) == {}


def test_an_instant_moves_to_the_same_local_time() -> None:
    # 18:30 in Madrid, before and after the change to summer time.
    assert move_instant("Europe/Madrid", utc("2026-03-28T17:30"), 1) == utc("2026-03-29T16:30")
    # 02:30 is jumped over on the 29th: the first instant after the jump.
    assert move_instant("Europe/Madrid", utc("2026-03-28T01:30:00.5"), 1) == utc("2026-03-29T01:00")
    # 02:30 happens twice on 25 October: the first of them.
    assert move_instant("Europe/Madrid", utc("2026-10-24T00:30"), 1) == utc("2026-10-25T00:30")
    # A start of day becomes a start of day, whatever the clock shows then.
    assert move_instant("America/Santiago", utc("2018-08-12T04:00"), 1) == utc("2018-08-13T03:00")


def test_a_round_takes_two_calendar_days() -> None:
    first, second = round_times(calendar_season("Europe/Madrid", date(2026, 3, 28)), 2)
    assert first == RoundTimes(
        number=1,
        preparing_from=utc("2026-03-27T23:00"),
        solving_from=utc("2026-03-28T23:00"),
        closes_at=utc("2026-03-29T22:00"),
        days=RoundDays(date(2026, 3, 28), date(2026, 3, 29), date(2026, 3, 30)),
    )
    assert second.number == 2
    assert second.preparing_from == first.closes_at
    assert second.closes_at == utc("2026-03-31T22:00")


def test_rest_days_lie_between_rounds() -> None:
    rounds = round_times(calendar_season("Asia/Kathmandu", date(2026, 6, 1), rest_days=5), 3)
    assert [r.days.prepares_on for r in rounds if r.days] == [
        date(2026, 6, 1),
        date(2026, 6, 8),
        date(2026, 6, 15),
    ]


def test_a_round_across_a_skipped_date_keeps_its_two_days() -> None:
    (only,) = round_times(calendar_season("Pacific/Apia", date(2011, 12, 29)), 1)
    assert only.days == RoundDays(date(2011, 12, 29), date(2011, 12, 31), date(2012, 1, 1))
    assert only.closes_at - only.preparing_from == timedelta(hours=48)


@pytest.mark.parametrize("zone", ["America/Santiago", "Europe/Madrid", "Africa/Casablanca"])
def test_a_long_calendar_follows_itself_without_gap(zone: str) -> None:
    rounds = round_times(calendar_season(zone, date(2024, 1, 1)), 400)
    assert [times.number for times in rounds] == list(range(1, 401))
    for before, after in pairwise(rounds):
        assert before.preparing_from < before.solving_from < before.closes_at
        assert before.closes_at == after.preparing_from


def test_of_a_timed_season_the_first_round_is_known_in_advance() -> None:
    cadence = TimedCadence(prepare_seconds=60, solve_seconds=300)
    settings = SeasonSettings(
        format=Format.SWISS,
        time_zone="Europe/Madrid",
        registration_opens_at=utc("2026-05-01T10:00"),
        registration_closes_at=utc("2026-05-01T18:00"),
        starts_at=utc("2026-05-01T18:05"),
        cadence=cadence,
    )
    assert round_times(settings, 5) == (
        RoundTimes(
            number=1,
            preparing_from=utc("2026-05-01T18:05"),
            solving_from=utc("2026-05-01T18:06"),
            closes_at=utc("2026-05-01T18:11"),
        ),
    )


def test_a_further_timed_round_waits_for_the_break_and_for_its_pairing() -> None:
    cadence = TimedCadence(prepare_seconds=60, solve_seconds=300, break_seconds=30)
    closed, rested = utc("2026-05-01T18:11"), utc("2026-05-01T18:11:30")
    early = next_timed_round(closed, closed + timedelta(seconds=2), cadence, 2)
    late = next_timed_round(closed, utc("2026-05-01T18:12"), cadence, 2)
    assert early == timed_round(rested, cadence, 2)
    assert late == timed_round(utc("2026-05-01T18:12"), cadence, 2)


def test_a_calendar_must_end_within_what_dates_can_hold() -> None:
    season = calendar_season("UTC", date(2999, 12, 31) - timedelta(days=21))
    assert calendar_fits(season, 10)
    assert not calendar_fits(season, 11)
    assert not calendar_fits(season, 10**12)
