"""The table: a pure function of results, never of the order in which they came."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from services.standings.domain.ordering import Contender, by_merit, in_order
from services.standings.domain.results import MatchOutcome
from services.standings.domain.rounding import shown_average
from services.standings.domain.season import Bye, Participant, Points
from services.standings.domain.tally import tallies


class DecidedBy(StrEnum):
    """What separates a row from the one above it."""

    POINTS = "points"
    WINS = "wins"
    ATTEMPT_DIFFERENCE = "attempt_difference"
    AVERAGE_ATTEMPTS = "average_attempts"
    HEAD_TO_HEAD = "head_to_head"
    SHARED = "shared"
    DISQUALIFIED = "disqualified"


CRITERIA = (
    DecidedBy.POINTS,
    DecidedBy.WINS,
    DecidedBy.ATTEMPT_DIFFERENCE,
    DecidedBy.AVERAGE_ATTEMPTS,
    DecidedBy.HEAD_TO_HEAD,
)
"""The five criteria in the order in which they are asked."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table.

    `position` is None for the disqualified, `head_to_head` for everyone who is not level
    with somebody on the four criteria before it, `decided_by` for the first row.
    """

    position: int | None
    account_id: str
    played: int
    wins: int
    draws: int
    losses: int
    byes: int
    points: int
    attempt_difference: int
    solved_games: int
    solved_attempts: int
    head_to_head: int | None
    decided_by: DecidedBy | None

    @property
    def average_attempts(self) -> Decimal | None:
        """Attempts per solved game as shown: two places, None without a solved game."""
        return shown_average(self.solved_attempts, self.solved_games)


def standings(
    participants: Iterable[Participant],
    results: Iterable[MatchOutcome],
    byes: Iterable[Bye],
    points: Points,
    disqualified: Collection[str] = frozenset(),
) -> tuple[Row, ...]:
    """The table after `results`, one (the latest) for each match, all of closed rounds.

    Level on all five criteria: the same position (1, 2, 2, 4), listed by lot. The
    disqualified come after all others without a position, among themselves by the first
    four criteria and the lot; tied groups leave them out.
    """
    counted = tuple(results)
    everyone = tallies(participants, counted, byes, points)
    in_play = [tally for tally in everyone if tally.account_id not in disqualified]
    barred = [tally for tally in everyone if tally.account_id in disqualified]
    rows = list(_placed(in_order(in_play, counted)))
    for contender in by_merit(barred):
        rows.append(_row(contender, None, DecidedBy.DISQUALIFIED if rows else None))
    return tuple(rows)


def _placed(contenders: Sequence[Contender]) -> Iterator[Row]:
    above: tuple[int, ...] | None = None
    position = 0
    for index, contender in enumerate(contenders, start=1):
        vector = contender.vector
        if vector != above:
            position = index
        yield _row(contender, position, _separator(above, vector) if above else None)
        above = vector


def _separator(above: tuple[int, ...], below: tuple[int, ...]) -> DecidedBy:
    """The first criterion on which two neighbours differ."""
    for criterion, upper, lower in zip(CRITERIA, above, below, strict=True):
        if upper != lower:
            return criterion
    return DecidedBy.SHARED


def _row(contender: Contender, position: int | None, decided_by: DecidedBy | None) -> Row:
    tally = contender.tally
    return Row(
        position=position,
        account_id=tally.account_id,
        played=tally.wins + tally.draws + tally.losses,
        wins=tally.wins,
        draws=tally.draws,
        losses=tally.losses,
        byes=tally.byes,
        points=tally.points,
        attempt_difference=tally.attempt_difference,
        solved_games=tally.solved_games,
        solved_attempts=tally.solved_attempts,
        head_to_head=contender.head_to_head,
        decided_by=decided_by,
    )
