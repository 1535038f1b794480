"""What a season is set to: shown before registration, fixed from the moment it opens.

Plain data. `settings_reader` makes it from what an operator sends and guards its limits.
"""

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import ClassVar

from services.scheduler.domain.days import start_of_day


class Format(StrEnum):
    SWISS = "swiss"
    DOUBLE_ROUND_ROBIN = "double_round_robin"


@dataclass(frozen=True)
class Points:
    """League points, with win ≥ draw ≥ loss ≥ 0; a bye has a value of its own."""

    win: int = 3
    draw: int = 1
    loss: int = 0
    bye: int = 3


@dataclass(frozen=True)
class Game:
    """The duel: a code of `code_length` out of `symbols` symbols, found in `max_attempts`."""

    code_length: int = 4
    symbols: int = 6
    repeats: bool = True
    max_attempts: int = 10


@dataclass(frozen=True)
class Clues:
    """Bought hints: from how many own attempts on, how many, and for how much Aura each."""

    unlock_after_attempts: int
    limit: int
    aura_cost: int


@dataclass(frozen=True)
class CalendarCadence:
    """Two calendar days of the season's zone a round, then `rest_days` without play."""

    kind: ClassVar[str] = "calendar"
    rest_days: int = 0


@dataclass(frozen=True)
class TimedCadence:
    """Rounds of an event played in one evening; all in seconds."""

    kind: ClassVar[str] = "timed"
    prepare_seconds: int
    solve_seconds: int
    break_seconds: int = 10


Cadence = CalendarCadence | TimedCadence


@dataclass(frozen=True)
class SeasonSettings:
    """A season's settings, defaults filled in.

    `starts_on` is set in a season by the calendar and `starts_at` in a timed one, never both.
    `swiss_rounds` none: computed at the close of registration.
    """

    format: Format
    time_zone: str
    registration_opens_at: datetime
    registration_closes_at: datetime
    starts_on: date | None = None
    starts_at: datetime | None = None
    points: Points = Points()
    game: Game = Game()
    clues: Clues | None = None
    cadence: Cadence = CalendarCadence()
    swiss_rounds: int | None = None
    min_participants: int = 2

    @property
    def begins_at(self) -> datetime:
        """The instant at which round 1 begins."""
        if self.starts_on is not None:
            return start_of_day(self.time_zone, self.starts_on)
        if self.starts_at is not None:
            return self.starts_at
        raise ValueError("a season starts on a date or at an instant")
