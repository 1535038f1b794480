"""Counting: one pass over the results gives every player's totals.

A match counts as played for both sides even when it was forfeited: it was on the
schedule, and it is won, drawn or lost. So `played` is always wins + draws + losses. A
bye is points, but neither a win nor a match played. An annulled match counts nowhere.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from services.standings.domain.results import MatchOutcome, Side, Verdict
from services.standings.domain.season import Bye, Participant, Points

_INCREMENTS = {Verdict.WIN: (1, 0, 0), Verdict.DRAW: (0, 1, 0), Verdict.LOSS: (0, 0, 1)}


@dataclass(slots=True)
class Tally:
    """A player's running totals; attempts are counted in solved games only."""

    account_id: str
    number: int
    wins: int = 0
    draws: int = 0
    losses: int = 0
    byes: int = 0
    points: int = 0
    attempt_difference: int = 0
    solved_games: int = 0
    solved_attempts: int = 0

    def add(self, side: Side, verdict: Verdict, difference: int) -> None:
        """Count one match, `difference` being this side's attempt difference."""
        win, draw, loss = _INCREMENTS[verdict]
        self.wins += win
        self.draws += draw
        self.losses += loss
        self.points += side.points
        self.attempt_difference += difference
        if side.solved:
            self.solved_games += 1
            self.solved_attempts += side.attempts


def tallies(
    participants: Iterable[Participant],
    results: Iterable[MatchOutcome],
    byes: Iterable[Bye],
    points: Points,
) -> list[Tally]:
    """The totals of every participant, in the order of `participants`."""
    of = {p.account_id: Tally(p.account_id, p.number) for p in participants}
    for result in results:
        if result.annulled:
            continue
        for_first, for_second = result.verdicts
        difference = result.attempt_difference
        of[result.first.account_id].add(result.first, for_first, difference)
        of[result.second.account_id].add(result.second, for_second, -difference)
    for bye in byes:
        of[bye.account_id].byes += 1
        of[bye.account_id].points += points.bye
    return list(of.values())
