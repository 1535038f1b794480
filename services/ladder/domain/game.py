"""A game of the ladder: who played, whether it counts, and how it ended."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum

Moment = tuple[int, int, str]
"""A game's place in the order of play: finish and start in microseconds since 1970, then its id."""

STILL_OPEN = 2**62
"""The finish of a game that has not ended, after every other."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Origin(StrEnum):
    QUEUE = "queue"
    PRIVATE = "private"
    COMPUTER = "computer"


class Ending(StrEnum):
    WIN = "win"
    RESIGNATION = "resignation"
    ABANDONMENT = "abandonment"
    PREPARATION_TIMEOUT = "preparation_timeout"
    NO_WINNER = "no_winner"


class Phase(StrEnum):
    TURN_ORDER = "turn_order"
    MULLIGAN = "mulligan"
    PREPARING = "preparing"
    PLAY = "play"


class UnratedReason(StrEnum):
    PRIVATE = "private"
    COMPUTER = "computer"
    GUEST = "guest"
    REMATCH_LIMIT = "rematch_limit"


@dataclass(frozen=True, slots=True)
class Player:
    """One of the two: an account, or somebody without one, a guest or the computer.

    Those are known by the name that a game server reports, or by the id of a visitor that plays
    here.
    """

    account_id: str | None
    guest: str | None = None
    visitor_id: str | None = None


@dataclass(frozen=True, slots=True)
class End:
    """How a game ended. `winner` and `left` are 0 or 1, the place among the players, or None."""

    finished_at: datetime
    ending: Ending
    phase: Phase | None
    winner: int | None
    left: int | None = None


@dataclass(frozen=True, slots=True)
class Game:
    """`unrated_reason` was decided at the start and never changes; None means rated."""

    id: str
    season_id: str
    origin: Origin
    players: tuple[Player, Player]
    started_at: datetime
    unrated_reason: UnratedReason | None
    end: End | None = None
    voided: bool = False
    under_review: bool = False
    revision: int = 0

    @property
    def rated(self) -> bool:
        return self.unrated_reason is None

    @property
    def winner(self) -> int | None:
        return self.end.winner if self.end else None

    @property
    def open(self) -> bool:
        """Whether its season waits for its end."""
        return self.end is None and not self.voided

    @property
    def counts(self) -> bool:
        """Whether it moves points: rated, ended with a winner, and not voided."""
        return self.rated and self.winner is not None and not self.voided

    @property
    def moment(self) -> Moment:
        finish = microseconds(self.end.finished_at) if self.end else STILL_OPEN
        return (finish, microseconds(self.started_at), self.id)

    @property
    def accounts(self) -> tuple[str, ...]:
        return tuple(one.account_id for one in self.players if one.account_id is not None)


def microseconds(instant: datetime) -> int:
    """Whole microseconds since 1970, exactly."""
    return (instant - _EPOCH) // timedelta(microseconds=1)


def instant_of(microseconds_since_1970: int) -> datetime:
    return _EPOCH + timedelta(microseconds=microseconds_since_1970)
