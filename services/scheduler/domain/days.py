"""The calendar days of a time zone.

Every league deadline is the start of a local day: the first instant whose local date is that
day. Where the clock jumps over midnight that is the first instant after the jump; where
midnight happens twice it is the first of them; a date that the zone skipped altogether is not
counted as a day. In, out and between, instants are timezone-aware UTC datetimes.

All of it relies on one property of the time zone database: a zone's offset has never changed
twice within a week, so around any one wall time at most one change has to be reasoned about.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from importlib.resources import files
from itertools import islice
from zoneinfo import ZoneInfo

from services.scheduler.domain.errors import SkippedDate

ONE_DAY = timedelta(days=1)

# The database's stand-in for "nobody has set a zone on this machine": not a place.
_NOT_A_PLACE = "Factory"


@cache
def zone_names() -> frozenset[str]:
    """The names that a season may use as its time zone: those of the IANA database."""
    names = files("tzdata").joinpath("zones").read_text(encoding="utf-8").split()
    return frozenset(names) - {_NOT_A_PLACE}


def start_of_day(zone_name: str, day: date) -> datetime:
    """The first instant whose local date in the zone is `day`.

    Raises `SkippedDate` where the zone has no such date.
    """
    start = _start_of_day(ZoneInfo(zone_name), day)
    if start is None:
        raise SkippedDate(f"The calendar of {zone_name} has no {day}.")
    return start


def has_day(zone_name: str, day: date) -> bool:
    """Whether the zone's clocks ever show that date."""
    return _start_of_day(ZoneInfo(zone_name), day) is not None


def counted_days(zone_name: str, first: date) -> Iterator[date]:
    """The dates that exist in the zone, from `first` on, without end."""
    zone = ZoneInfo(zone_name)
    while True:
        if _start_of_day(zone, first) is not None:
            yield first
        first += ONE_DAY


def days_after(zone_name: str, day: date, count: int) -> date:
    """The `count`-th day after `day` by the zone's own calendar; `day` itself for 0."""
    if count == 0:
        return day
    return next(islice(counted_days(zone_name, day + ONE_DAY), count - 1, None))


def move_days(zone_name: str, days: Iterable[date], by: int) -> Mapping[date, date]:
    """Where each of `days` lands when it moves `by` counted days on.

    One walk over the calendar serves them all, so a long season costs no more than its length.
    """
    days = sorted(set(days))
    if not days:
        return {}
    span = (days[-1] - days[0]).days + 1
    line = list(islice(counted_days(zone_name, days[0]), span + by))
    return {day: line[bisect_left(line, day) + by] for day in days}


def move_instant(zone_name: str, at: datetime, by: int) -> datetime:
    """The same local time `by` counted days later.

    A local time that the new day jumps over becomes the first instant after the jump, one
    that it has twice the first of them, and the start of a day becomes the start of a day.
    """
    zone = ZoneInfo(zone_name)
    local = at.astimezone(zone)
    day = days_after(zone_name, local.date(), by)
    if at == _start_of_day(zone, local.date()):
        return start_of_day(zone_name, day)
    return _first_instant(zone, datetime.combine(day, local.time(), tzinfo=zone))


def _start_of_day(zone: ZoneInfo, day: date) -> datetime | None:
    start = _first_instant(zone, datetime.combine(day, time.min, tzinfo=zone))
    return start if start.astimezone(zone).date() == day else None


def _first_instant(zone: ZoneInfo, wall: datetime) -> datetime:
    """The first instant that shows `wall` (fold 0) or, where it is jumped over, what follows."""
    at = wall.astimezone(UTC)
    # Two datetimes of one zone compare by what the clock shows, which is what is asked here.
    if at.astimezone(zone) == wall:
        return at
    return _end_of_jump(zone, wall.replace(microsecond=0))


def _end_of_jump(zone: ZoneInfo, wall: datetime) -> datetime:
    """The instant at which the clock jumps over `wall`.

    Read with the offset after the jump, a wall time inside it lies before the jump; read
    with the offset before it, at or after the jump. Between the two the offset changes once.
    """
    before = int(wall.replace(fold=1).timestamp())
    after = int(wall.timestamp())
    new_offset = datetime.fromtimestamp(after, zone).utcoffset()
    while after - before > 1:
        middle = (before + after) // 2
        if datetime.fromtimestamp(middle, zone).utcoffset() == new_offset:
            after = middle
        else:
            before = middle
    return datetime.fromtimestamp(after, UTC)
