"""The duel as it stands: two players, their codes, attempts and clues, and its instants.

Everything here is data that a store can load and save. What changes a duel stands in
`preparing`, `solving`, `clues` and `closing`; each gives back a new duel and leaves the old
one as it was, so what has to be written is the difference of the two.
"""

from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Self

from services.match.domain.errors import Disqualified, Withdrawn
from services.match.domain.live import Live
from services.match.domain.settings import ClueSettings, GameSettings


class Kind(StrEnum):
    """Where a duel is played."""

    LEAGUE = "league"
    LADDER = "ladder"
    FRIENDLY = "friendly"


class Side(StrEnum):
    """The two sides of a duel."""

    FIRST = "first"
    SECOND = "second"

    @property
    def other(self) -> "Side":
        return Side.SECOND if self is Side.FIRST else Side.FIRST


class Phase(StrEnum):
    """The phases of a duel, in the order in which it goes through them."""

    SCHEDULED = "scheduled"
    PREPARING = "preparing"
    SOLVING = "solving"
    CLOSED = "closed"


_ORDER = tuple(Phase)


class Bar(StrEnum):
    """Why a player may not move in a duel."""

    WITHDRAWN = "withdrawn"
    DISQUALIFIED = "disqualified"


_REFUSALS = {Bar.WITHDRAWN: Withdrawn, Bar.DISQUALIFIED: Disqualified}


@dataclass(frozen=True, slots=True)
class Attempt:
    """One guess at the other's code and what it learned; numbered from 1."""

    number: int
    guess: str
    exact: int
    partial: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Clue:
    """The symbol of the other's code at a position counted from 1."""

    position: int
    symbol: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Player:
    """One side of a duel: the code set for the other to solve, and the solving of the other's.

    `draft` may change until `code`, the final one, is there: confirmed by the player, or drawn by
    the server (`code_generated`). `barred` holds from the season's withdrawal or disqualification
    on, for this duel as a whole. `seen_at` is the last sign that a live duel's player gave.
    """

    account_id: str
    draft: str | None = None
    code: str | None = None
    code_generated: bool = False
    attempts: tuple[Attempt, ...] = ()
    clues: tuple[Clue, ...] = ()
    barred: Bar | None = None
    seen_at: datetime | None = None

    @property
    def code_confirmed(self) -> bool:
        return self.code is not None and not self.code_generated

    def check_may_move(self) -> None:
        """Raises `Withdrawn` or `Disqualified` where the player is barred."""
        if self.barred is not None:
            raise _REFUSALS[self.barred]


@dataclass(frozen=True, slots=True)
class Duel:
    """A duel and the stored instants (UTC) that decide its phase.

    Preparing runs from `preparing_from`, solving from `solving_from`, until `closes_at`; at the
    very instant of a deadline the phase before it is over. All three are None while the round's
    times are not announced yet. `held_phase` is the phase that stays
    open beyond its deadline while the season is held. `ended_at` is when the duel was settled, or
    called off with its season: from then on it is closed, whatever the clock says.

    In a live duel (`live`) preparing begins when it opens. When solving begins, and ends, is
    decided by its players' confirming their codes, and None until then.
    """

    match_id: str
    kind: Kind
    season_id: str | None
    round: int | None
    game: GameSettings
    clues: ClueSettings | None
    preparing_from: datetime | None
    solving_from: datetime | None
    closes_at: datetime | None
    first: Player
    second: Player
    held_phase: Phase | None = None
    ended_at: datetime | None = None
    live: Live | None = None

    def phase(self, now: datetime) -> Phase:
        """The phase at an instant."""
        if self.ended_at is not None:
            return Phase.CLOSED
        if self.live is not None and self.live.is_due(now):
            return Phase.CLOSED
        by_clock = self._phase_by_clock(now)
        return min(by_clock, self.held_phase or by_clock, key=_ORDER.index)

    def _phase_by_clock(self, now: datetime) -> Phase:
        starts = (self.preparing_from, self.solving_from, self.closes_at)
        return _ORDER[sum(start is not None and start <= now for start in starts)]

    @property
    def preparing_until(self) -> datetime | None:
        """When preparing is over: in a live duel at the latest, until it is."""
        if self.solving_from is None and self.live and self.preparing_from:
            return self.preparing_from + self.live.terms.clocks.preparation
        return self.solving_from

    @property
    def solving_until(self) -> datetime | None:
        """When solving is over: in a live duel at the latest, until it has begun."""
        if self.closes_at is None and self.live and self.preparing_until:
            return self.preparing_until + self.live.terms.clocks.solving
        return self.closes_at

    def player(self, side: Side) -> Player:
        return self.first if side is Side.FIRST else self.second

    def side_of(self, account_id: str) -> Side | None:
        """The side an account plays, None where it does not play here."""
        return next((side for side in Side if self.player(side).account_id == account_id), None)

    def with_player(self, side: Side, player: Player) -> Self:
        """The same duel with one side replaced."""
        if side is Side.FIRST:
            return replace(self, first=player)
        return replace(self, second=player)

    def secret(self, side: Side) -> str:
        """The final code that a side has to solve: the other's. There is one in solving."""
        code = self.player(side.other).code
        assert code is not None, "a code is missing although solving has begun"
        return code

    def solved(self, side: Side) -> bool:
        """Whether a side's attempts have found the other's code."""
        return any(a.exact == self.game.code_length for a in self.player(side).attempts)

    def attempts_left(self, side: Side) -> int:
        """How many attempts a side may still make; 0 once it has solved."""
        if self.solved(side):
            return 0
        return self.game.max_attempts - len(self.player(side).attempts)
