"""The result of one league match, as the match service settled it.

Two players meet as first and second side. A player has *played* if they made at least
one attempt in the solving phase; whoever did not loses by forfeit.
"""

from dataclasses import dataclass
from enum import StrEnum


class Outcome(StrEnum):
    """Who won: one side, nobody in a draw, or nobody because both lost (`NONE`)."""

    FIRST = "first"
    SECOND = "second"
    DRAW = "draw"
    NONE = "none"


class Verdict(StrEnum):
    """An outcome seen from one side."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"


VERDICTS = {
    Outcome.FIRST: (Verdict.WIN, Verdict.LOSS),
    Outcome.SECOND: (Verdict.LOSS, Verdict.WIN),
    Outcome.DRAW: (Verdict.DRAW, Verdict.DRAW),
    Outcome.NONE: (Verdict.LOSS, Verdict.LOSS),
}
"""Outcome -> verdicts of (first, second)."""


@dataclass(frozen=True, slots=True)
class Side:
    """One player's part in a match; `attempts` counts all they made, solved or not."""

    account_id: str
    played: bool
    solved: bool
    attempts: int
    points: int


@dataclass(frozen=True, slots=True)
class MatchOutcome:
    """A settled match.

    `attempt_difference` is the first's; the second's is its negative. `by` tells what
    decided it ("attempts", "forfeit", "corrected", …). `revision` 1 is the result at the
    close; every correction or annulment makes the next. An annulled match counts for
    nothing, though its outcome stays told.
    """

    match_id: str
    round: int
    first: Side
    second: Side
    outcome: Outcome
    by: str
    attempt_difference: int
    revision: int = 1
    annulled: bool = False

    @property
    def corrected(self) -> bool:
        """Whether an operator set the outcome, which then no longer follows from the play."""
        return self.by == "corrected"

    @property
    def by_forfeit(self) -> bool:
        """Whether a side lost because it did not play, as the play itself decided."""
        return self.by in ("forfeit", "double_forfeit")

    @property
    def verdicts(self) -> tuple[Verdict, Verdict]:
        """The outcome as (first, second) see it."""
        return VERDICTS[self.outcome]
