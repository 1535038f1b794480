"""What a season was announced with."""

from dataclasses import asdict, dataclass, field
from datetime import date, datetime
from typing import Any

from tests.reference.results import Points

ROUND_ROBIN = "double_round_robin"
SWISS = "swiss"


@dataclass(frozen=True)
class Game:
    """The codes of a season and how often one may guess."""

    code_length: int = 4
    symbols: int = 6
    repeats: bool = True
    max_attempts: int = 10


@dataclass(frozen=True)
class Clues:
    """From how many own attempts on, how many, and for how much Aura each."""

    unlock_after_attempts: int
    limit: int
    aura_cost: int


@dataclass(frozen=True)
class CalendarCadence:
    """Two calendar days a round."""

    rest_days: int = 0

    def shown(self) -> dict[str, Any]:
        return {"kind": "calendar", **asdict(self)}


@dataclass(frozen=True)
class TimedCadence:
    """Seconds, for events of one evening."""

    prepare_seconds: int
    solve_seconds: int
    break_seconds: int = 10

    def shown(self) -> dict[str, Any]:
        return {"kind": "timed", **asdict(self)}


def rounds_for(format_: str, swiss_rounds: int | None, players: int) -> int:
    """How many rounds so many players play."""
    leg = players - 1 if players % 2 == 0 else players
    if format_ == ROUND_ROBIN:
        return 2 * leg
    wanted = swiss_rounds
    if wanted is None:
        wanted = 0
        while 2**wanted < players:
            wanted += 1
    return min(wanted, leg)


@dataclass(frozen=True)
class Plan:
    """Every setting of a season; exactly one of `starts_on` and `starts_at` is set."""

    name: str
    format: str
    time_zone: str
    registration_opens_at: datetime
    registration_closes_at: datetime
    cadence: CalendarCadence | TimedCadence
    starts_on: date | None = None
    starts_at: datetime | None = None
    points: Points = field(default_factory=Points)
    game: Game = field(default_factory=Game)
    clues: Clues | None = None
    swiss_rounds: int | None = None
    min_participants: int = 2

    def rounds_for(self, players: int) -> int:
        return rounds_for(self.format, self.swiss_rounds, players)

    def settings(self) -> dict[str, Any]:
        """The settings as a season shows them, times as datetimes."""
        return {
            "name": self.name,
            "format": self.format,
            "time_zone": self.time_zone,
            "starts_on": self.starts_on.isoformat() if self.starts_on else None,
            "starts_at": self.starts_at,
            "registration_opens_at": self.registration_opens_at,
            "registration_closes_at": self.registration_closes_at,
            "points": asdict(self.points),
            "game": asdict(self.game),
            "clues": asdict(self.clues) if self.clues else None,
            "cadence": self.cadence.shown(),
            "swiss_rounds": self.swiss_rounds,
            "min_participants": self.min_participants,
        }
