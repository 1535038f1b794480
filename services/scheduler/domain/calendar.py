"""When rounds happen: preparing from the start of day 1, solving day 2, over at the start of day 3.

By the calendar a round takes two counted days of the season's zone and its times are known for
the whole season at the close of registration. In a timed season each round's times are known
once it is announced.
"""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from services.scheduler.domain.days import days_after, start_of_day
from services.scheduler.domain.fields import LAST_DAY
from services.scheduler.domain.settings import (
    Cadence,
    CalendarCadence,
    SeasonSettings,
    TimedCadence,
)


@dataclass(frozen=True)
class RoundDays:
    """The local dates at whose start a round prepares, opens solving and is over."""

    prepares_on: date
    solves_on: date
    ends_on: date


@dataclass(frozen=True)
class RoundTimes:
    """The instants of one round (numbered from 1); `days` where they are starts of days.

    Each phase holds its first instant and not its last: a deadline is exclusive.
    """

    number: int
    preparing_from: datetime
    solving_from: datetime
    closes_at: datetime
    days: RoundDays | None = None


def round_times(settings: SeasonSettings, number_of_rounds: int) -> tuple[RoundTimes, ...]:
    """The times of all rounds that are known at the close of registration.

    By the calendar that is every round; of a timed season the first only, as each further
    one is announced when it is paired.
    """
    if isinstance(settings.cadence, TimedCadence):
        return (timed_round(settings.begins_at, settings.cadence, 1),)
    if settings.starts_on is None:
        raise ValueError("a season by the calendar starts on a date")
    zone, rest_days = settings.time_zone, settings.cadence.rest_days
    rounds = []
    day = settings.starts_on
    for number in range(1, number_of_rounds + 1):
        days = round_days(zone, day)
        rounds.append(calendar_round(zone, number, days))
        day = days_after(zone, days.ends_on, rest_days)
    return tuple(rounds)


def round_days(zone: str, prepares_on: date) -> RoundDays:
    """The days of a round that starts preparing on that date."""
    solves_on = days_after(zone, prepares_on, 1)
    return RoundDays(prepares_on, solves_on, days_after(zone, solves_on, 1))


def calendar_round(zone: str, number: int, days: RoundDays) -> RoundTimes:
    """The round whose phases begin and end at the starts of those days."""
    return RoundTimes(
        number=number,
        preparing_from=start_of_day(zone, days.prepares_on),
        solving_from=start_of_day(zone, days.solves_on),
        closes_at=start_of_day(zone, days.ends_on),
        days=days,
    )


def calendar_fits(settings: SeasonSettings, number_of_rounds: int) -> bool:
    """Whether so many rounds end by the last date that seasons may reach."""
    # One day more than the rounds take, as the zone may skip a date on the way.
    days = number_of_rounds * _days_of_a_round(settings.cadence) + 1
    return settings.begins_at.toordinal() + days <= LAST_DAY.toordinal()


def _days_of_a_round(cadence: Cadence) -> int:
    if isinstance(cadence, CalendarCadence):
        return 2 + cadence.rest_days
    seconds = cadence.prepare_seconds + cadence.solve_seconds + cadence.break_seconds
    return seconds // (24 * 60 * 60) + 1


def timed_round(begins_at: datetime, cadence: TimedCadence, number: int) -> RoundTimes:
    """The timed round that starts preparing at that instant."""
    solving_from = begins_at + timedelta(seconds=cadence.prepare_seconds)
    closes_at = solving_from + timedelta(seconds=cadence.solve_seconds)
    return RoundTimes(number, begins_at, solving_from, closes_at)


def next_timed_round(
    previous_closes_at: datetime, paired_at: datetime, cadence: TimedCadence, number: int
) -> RoundTimes:
    """The times to announce for a round after the first.

    It prepares `break_seconds` after the close of the one before, or when it is paired if
    that is later.
    """
    rested_at = previous_closes_at + timedelta(seconds=cadence.break_seconds)
    return timed_round(max(rested_at, paired_at), cadence, number)
