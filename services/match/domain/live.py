"""What a live duel has beside a league's: where it comes from, its clocks, its end to come."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Literal

from services.match.domain.computer.guessing import Level

UnratedReason = Literal["private", "computer", "guest", "rematch_limit"]


class Origin(StrEnum):
    """How the two of a live duel came together."""

    QUEUE = "queue"
    PRIVATE = "private"
    COMPUTER = "computer"


@dataclass(frozen=True, slots=True)
class Clocks:
    """How long a live duel's phases last, and after how long without a sign it is abandoned."""

    preparation_seconds: int = 60
    solve_seconds: int = 600
    abandon_seconds: int = 60

    @property
    def preparation(self) -> timedelta:
        return timedelta(seconds=self.preparation_seconds)

    @property
    def solving(self) -> timedelta:
        return timedelta(seconds=self.solve_seconds)

    @property
    def patience(self) -> timedelta:
        return timedelta(seconds=self.abandon_seconds)


@dataclass(frozen=True, slots=True)
class Terms:
    """What is fixed when a live duel opens.

    `unrated_reason` is None for a rated game. `level` is the computer's, where it plays: it has the
    second side then.
    """

    origin: Origin
    rated: bool = False
    unrated_reason: UnratedReason | None = None
    clocks: Clocks = Clocks()
    level: Level | None = None


@dataclass(frozen=True, slots=True)
class Live:
    """The terms of a live duel, and the stored instant at which it ends if nothing happens before.

    That is the deadline of its phase, or when the first player will have abandoned it; None once it
    has ended.
    """

    terms: Terms
    due_at: datetime | None = None

    def is_due(self, now: datetime) -> bool:
        return self.due_at is not None and self.due_at <= now
