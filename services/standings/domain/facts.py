"""What standings is told, as facts: kept in any order, however often they come.

The match service numbers its *acts* in a season 1, 2, 3 …: each correction or annulment
of a match, and each disqualification it has obeyed. Every first result says how many acts
had been done when it was settled. These numbers, not the moment of arrival, say which
table shows what.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from services.standings.domain.results import MatchOutcome
from services.standings.domain.season import Bye, Participant, Points


@dataclass(frozen=True, slots=True)
class Registered:
    """Registration has closed: who takes part and how many rounds there will be."""

    participants: tuple[Participant, ...]
    points: Points
    rounds: int


@dataclass(frozen=True, slots=True)
class Closed:
    """A round has closed: so many matches have a result to come, and who earns the bye."""

    round: int
    matches: int
    bye: str | None = None


@dataclass(frozen=True, slots=True)
class Settled:
    """A match's first result, settled when `acts` acts had been done in its season."""

    result: MatchOutcome
    acts: int


@dataclass(frozen=True, slots=True)
class Correction:
    """Act number `act`: a correction or annulment, with the match's result from then on."""

    act: int
    result: MatchOutcome


@dataclass(frozen=True, slots=True)
class Barred:
    """Act number `act`: a disqualification obeyed.

    `last_round` is the season's last round if the season had finished before the player
    was disqualified, so that no later table will come to show it; None otherwise.
    """

    act: int
    account_id: str
    last_round: int | None = None


Fact = Registered | Closed | Settled | Correction | Barred


@dataclass(frozen=True, slots=True)
class Facts:
    """All that is known of one season; equal for every order and repetition of arrivals."""

    registered: Registered | None = None
    closed: Mapping[int, Closed] = field(default_factory=dict)
    settled: Mapping[str, Settled] = field(default_factory=dict)
    acts: Mapping[int, Correction | Barred] = field(default_factory=dict)

    def byes(self, last_round: int) -> list[Bye]:
        """The byes of the closed rounds up to `last_round`."""
        return [
            Bye(closed.round, closed.bye)
            for closed in self.closed.values()
            if closed.bye is not None and closed.round <= last_round
        ]


def gather(facts: Iterable[Fact]) -> Facts:
    """Sort facts into their places; a fact that comes again falls on itself."""
    registered: Registered | None = None
    closed: dict[int, Closed] = {}
    settled: dict[str, Settled] = {}
    acts: dict[int, Correction | Barred] = {}
    for fact in facts:
        match fact:
            case Registered():
                registered = fact
            case Closed():
                closed[fact.round] = fact
            case Settled():
                settled[fact.result.match_id] = fact
            case Correction() | Barred():
                acts[fact.act] = fact
    return Facts(registered, closed, settled, acts)
