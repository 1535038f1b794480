"""When rounds prepare, solve and close."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from tests.reference.calendar import day_after, start_of_day
from tests.reference.plan import CalendarCadence, Plan, TimedCadence


@dataclass(frozen=True)
class Times:
    """The three instants of a round. A deadline is over at that very instant."""

    preparing_from: datetime
    solving_from: datetime
    closes_at: datetime

    def phase(self, now: datetime) -> str:
        if now < self.preparing_from:
            return "scheduled"
        if now < self.solving_from:
            return "preparing"
        return "solving" if now < self.closes_at else "closed"


class CalendarSchedule:
    """Rounds on calendar days: each round is its three dates."""

    def __init__(self, zone: str, starts_on: date, cadence: CalendarCadence, rounds: int) -> None:
        self.zone = zone
        self.days = {}
        for number in range(1, rounds + 1):
            ahead = (number - 1) * (2 + cadence.rest_days)
            self.days[number] = [day_after(zone, starts_on, ahead + k) for k in range(3)]

    def times(self, number: int) -> Times | None:
        return Times(*(start_of_day(self.zone, day) for day in self.days[number]))

    def round_closed(self, number: int, at: datetime) -> None:
        """Calendar rounds wait for nothing."""

    def postpone(self, days: int, now: datetime) -> None:
        for number, dates in self.days.items():
            self.days[number] = [
                day_after(self.zone, day, days) if start_of_day(self.zone, day) > now else day
                for day in dates
            ]


class TimedSchedule:
    """Rounds of one evening: the next one is announced when the last one closes."""

    def __init__(self, starts_at: datetime, cadence: TimedCadence) -> None:
        self.cadence = cadence
        self.announced: dict[int, Times] = {}
        self._announce(1, starts_at)

    def _announce(self, number: int, preparing_from: datetime) -> None:
        solving_from = preparing_from + timedelta(seconds=self.cadence.prepare_seconds)
        closes_at = solving_from + timedelta(seconds=self.cadence.solve_seconds)
        self.announced[number] = Times(preparing_from, solving_from, closes_at)

    def times(self, number: int) -> Times | None:
        return self.announced.get(number)

    def round_closed(self, number: int, at: datetime) -> None:
        self._announce(number + 1, at + timedelta(seconds=self.cadence.break_seconds))

    def postpone(self, seconds: int, now: datetime) -> None:
        later = timedelta(seconds=seconds)
        for number, times in self.announced.items():
            instants = (times.preparing_from, times.solving_from, times.closes_at)
            moved = [instant + later if instant > now else instant for instant in instants]
            self.announced[number] = Times(*moved)


Schedule = CalendarSchedule | TimedSchedule


def schedule_of(plan: Plan, rounds: int) -> Schedule:
    """The schedule that the plan's cadence asks for."""
    if isinstance(plan.cadence, TimedCadence):
        assert plan.starts_at is not None
        return TimedSchedule(plan.starts_at, plan.cadence)
    assert plan.starts_on is not None
    return CalendarSchedule(plan.time_zone, plan.starts_on, plan.cadence, rounds)
