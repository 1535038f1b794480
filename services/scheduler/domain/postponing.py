"""Postponing a season: every instant still ahead moves, what has happened stays.

By the calendar it moves by counted days, so that deadlines stay starts of days in the zone
and registration keeps its local time; a timed season moves by seconds.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from services.scheduler.domain.calendar import RoundDays, RoundTimes
from services.scheduler.domain.days import days_after, move_days, move_instant, start_of_day
from services.scheduler.domain.errors import NothingToPostpone
from services.scheduler.domain.fields import LAST_DAY, Fields
from services.scheduler.domain.settings import SeasonSettings
from shared.errors import invalid_field

MOST_DAYS = 3_650
MOST_SECONDS = MOST_DAYS * 24 * 60 * 60

Ahead = Callable[[datetime], bool]
"""Whether an instant has not come yet."""

_UNITS = {"calendar": ("days", MOST_DAYS), "timed": ("seconds", MOST_SECONDS)}


@dataclass(frozen=True)
class Timetable:
    """All that postponing can move: the settings' own instants and every round announced.

    `rounds` begin with round 1, closed ones included.
    """

    settings: SeasonSettings
    rounds: tuple[RoundTimes, ...] = ()

    @property
    def begins_at(self) -> datetime:
        """The start of round 1, as it was announced once it has been."""
        return self.rounds[0].preparing_from if self.rounds else self.settings.begins_at


def postpone(
    timetable: Timetable,
    now: datetime,
    *,
    days: int | None = None,
    seconds: int | None = None,
    held_end: datetime | None = None,
) -> Timetable:
    """The timetable with everything ahead of `now` moved on by `days` or else by `seconds`.

    `days` go with a calendar and `seconds` with a timed cadence. In a held season the end of
    the phase at which it is held (`held_end`) and all after it have not happened, though
    the clock has passed them; they move, and must come to lie ahead.
    Raises `Invalid` naming `days` or `seconds`, `NothingToPostpone`.
    """
    unit, amount = _amount(timetable.settings, days, seconds)

    def ahead(at: datetime) -> bool:
        return at > now or (held_end is not None and at >= held_end)

    move = _by_days if unit == "days" else _by_seconds
    moved = move(timetable, amount, ahead)
    _check(timetable, moved, now, unit)
    return moved


def _amount(settings: SeasonSettings, days: int | None, seconds: int | None) -> tuple[str, int]:
    """The unit that goes with the season's cadence, and how many of it were asked for."""
    kind = settings.cadence.kind
    unit, most = _UNITS[kind]
    fields = Fields({"days": days, "seconds": seconds})
    for other in {"days", "seconds"} - {unit}:
        if other in fields:
            fields.refuse(other, f"A season of {kind} cadence is postponed by {unit}.")
    amount = fields.whole_number(unit, 1, most)
    fields.raise_faults()
    return unit, amount


def _by_days(timetable: Timetable, by: int, ahead: Ahead) -> Timetable:
    settings = timetable.settings
    zone, starts_on = settings.time_zone, settings.starts_on
    if starts_on is not None and ahead(timetable.begins_at):
        starts_on = days_after(zone, starts_on, by)
    opens_at, closes_at = (
        move_instant(zone, at, by) if ahead(at) else at
        for at in (settings.registration_opens_at, settings.registration_closes_at)
    )
    settings = replace(
        settings,
        registration_opens_at=opens_at,
        registration_closes_at=closes_at,
        starts_on=starts_on,
    )
    return Timetable(settings, _rounds_by_days(zone, timetable.rounds, by, ahead))


def _rounds_by_days(
    zone: str, rounds: tuple[RoundTimes, ...], by: int, ahead: Ahead
) -> tuple[RoundTimes, ...]:
    starts = {day: at for times in rounds for day, at in _day_starts(times)}
    later = move_days(zone, (day for day, at in starts.items() if ahead(at)), by)
    # What stays keeps the instant it was announced with, whatever the zone's rules say today.
    starts = {day: at for day, at in starts.items() if day not in later}
    starts |= {day: start_of_day(zone, day) for day in later.values()}
    return tuple(_on_days(times, later, starts) for times in rounds)


def _on_days(
    times: RoundTimes, later: Mapping[date, date], starts: Mapping[date, datetime]
) -> RoundTimes:
    prepares_on, solves_on, ends_on = (later.get(day, day) for day, _ in _day_starts(times))
    return RoundTimes(
        number=times.number,
        preparing_from=starts[prepares_on],
        solving_from=starts[solves_on],
        closes_at=starts[ends_on],
        days=RoundDays(prepares_on, solves_on, ends_on),
    )


def _day_starts(times: RoundTimes) -> tuple[tuple[date, datetime], ...]:
    if times.days is None:
        raise ValueError(f"round {times.number} does not follow the calendar")
    days = (times.days.prepares_on, times.days.solves_on, times.days.ends_on)
    return tuple(zip(days, _round_instants(times), strict=True))


def _by_seconds(timetable: Timetable, by: int, ahead: Ahead) -> Timetable:
    def move(at: datetime) -> datetime:
        return at + timedelta(seconds=by) if ahead(at) else at

    settings = timetable.settings
    settings = replace(
        settings,
        registration_opens_at=move(settings.registration_opens_at),
        registration_closes_at=move(settings.registration_closes_at),
        starts_at=settings.starts_at and move(settings.starts_at),
    )
    rounds = (
        replace(
            times,
            preparing_from=move(times.preparing_from),
            solving_from=move(times.solving_from),
            closes_at=move(times.closes_at),
        )
        for times in timetable.rounds
    )
    return Timetable(settings, tuple(rounds))


def _check(before: Timetable, after: Timetable, now: datetime, unit: str) -> None:
    pairs = zip(_instants(before), _instants(after), strict=True)
    moves = [(old, new) for old, new in pairs if old != new]
    if not moves:
        raise NothingToPostpone
    if any(new <= now for _, new in moves):
        raise invalid_field(unit, "The deadline at which the season is held would still be past.")
    if any(new.date() > LAST_DAY for _, new in moves):
        raise invalid_field(unit, f"No season goes beyond {LAST_DAY}.")
    settings = after.settings
    # A registration that is over may have had no length: opened and closed at one instant.
    over = settings.registration_closes_at <= now
    if not over and settings.registration_opens_at >= settings.registration_closes_at:
        raise invalid_field(unit, "On that day the clock jumps over the time of registration.")


def _instants(timetable: Timetable) -> list[datetime]:
    settings = timetable.settings
    instants = [settings.registration_opens_at, settings.registration_closes_at]
    instants.append(timetable.begins_at)
    return instants + [at for times in timetable.rounds for at in _round_instants(times)]


def _round_instants(times: RoundTimes) -> tuple[datetime, datetime, datetime]:
    return times.preparing_from, times.solving_from, times.closes_at
