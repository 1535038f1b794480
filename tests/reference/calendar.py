"""Days of a zone, found by looking at the clock on the wall minute by minute."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from zoneinfo import ZoneInfo

# No zone is further than this from UTC; a day is looked for in this much around its UTC one.
REACH = timedelta(hours=30)


@cache
def first_instant(zone: str, day: date) -> datetime | None:
    """The first instant whose local date is `day`, or None where the zone skipped that date."""
    local = ZoneInfo(zone)
    minute = datetime.combine(day, time(), UTC) - REACH
    end = minute + 2 * REACH + timedelta(days=1)
    while minute < end:
        if minute.astimezone(local).date() == day:
            return _first_second(local, day, minute)
        minute += timedelta(minutes=1)
    return None


def _first_second(local: ZoneInfo, day: date, minute: datetime) -> datetime:
    """The first second of that date in the minute that ends at `minute`."""
    second = minute - timedelta(seconds=59)
    while second.astimezone(local).date() != day:
        second += timedelta(seconds=1)
    return second


def start_of_day(zone: str, day: date) -> datetime:
    """The start of a date that exists in the zone."""
    start = first_instant(zone, day)
    assert start is not None, f"{zone} has no {day}"
    return start


def days_from(zone: str, day: date) -> Iterator[date]:
    """The dates from `day` on, without those that the zone skipped."""
    while True:
        if first_instant(zone, day) is not None:
            yield day
        day += timedelta(days=1)


def day_after(zone: str, day: date, days: int) -> date:
    """The date so many days later, counting only dates that exist."""
    following = days_from(zone, day)
    for _ in range(days):
        next(following)
    return next(following)
