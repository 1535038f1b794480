"""What standings keep of a season: its participants, point values and byes."""

from dataclasses import dataclass

from services.standings.domain.results import Outcome


@dataclass(frozen=True, slots=True)
class Participant:
    """A player on the closed list; `number` is their lot, counted from 1."""

    account_id: str
    number: int


@dataclass(frozen=True, slots=True)
class Points:
    """The season's point values, fixed before registration opened."""

    win: int
    draw: int
    loss: int
    bye: int

    def of(self, outcome: Outcome) -> tuple[int, int]:
        """Points of (first, second); both get 0 where nobody won, whatever a loss is worth."""
        return {
            Outcome.FIRST: (self.win, self.loss),
            Outcome.SECOND: (self.loss, self.win),
            Outcome.DRAW: (self.draw, self.draw),
            Outcome.NONE: (0, 0),
        }[outcome]


@dataclass(frozen=True, slots=True)
class Season:
    """A season's settings, as far as they have been told.

    `rounds` is the number planned and `pages` that of the list of participants, both None
    before registration has closed; `last_round` is set once the season is over.
    """

    id: str
    name: str | None = None
    format: str | None = None
    time_zone: str | None = None
    points: Points | None = None
    rounds: int | None = None
    pages: int | None = None
    last_round: int | None = None


@dataclass(frozen=True, slots=True)
class Bye:
    """A round in which a player rests and earns the bye's points.

    The bye of somebody who has withdrawn earns nothing, and is none to the standings.
    """

    round: int
    account_id: str
