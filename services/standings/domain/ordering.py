"""Putting players in order: the four general criteria, then head-to-head.

Points, wins and attempt difference count downwards, average attempts in solved games
upwards. Players equal on these four form a *tied group*; only inside such a group does
head-to-head exist, computed once for the whole group and never again for a part of it.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import lcm
from operator import attrgetter

from services.standings.domain.results import MatchOutcome
from services.standings.domain.tally import Tally

Merit = tuple[int, int, int, int]
"""Points, wins, difference (all negated) and average key: the smaller, the better."""


@dataclass(slots=True)
class Contender:
    """A player being ordered; `head_to_head` is None outside tied groups."""

    tally: Tally
    merit: Merit
    head_to_head: int | None = None

    @property
    def vector(self) -> tuple[int, int, int, int, int]:
        """All five criteria, comparable between neighbours in the table."""
        return (*self.merit, -(self.head_to_head or 0))


def in_order(tallies: Sequence[Tally], results: Iterable[MatchOutcome]) -> list[Contender]:
    """All players by the five criteria; equals by lot."""
    contenders = by_merit(tallies)
    groups = [list(level) for _, level in groupby(contenders, key=attrgetter("merit"))]
    tied = [[one.tally.account_id for one in group] for group in groups if len(group) > 1]
    gained = head_to_head(tied, results)
    for contender in contenders:
        contender.head_to_head = gained.get(contender.tally.account_id)
    for group in groups:
        group.sort(key=lambda one: (-(one.head_to_head or 0), one.tally.number))
    return [contender for group in groups for contender in group]


def by_merit(tallies: Sequence[Tally]) -> list[Contender]:
    """All players by the first four criteria, equals by lot."""
    keys = _average_keys(tallies)
    contenders = [
        Contender(t, (-t.points, -t.wins, -t.attempt_difference, key))
        for t, key in zip(tallies, keys, strict=True)
    ]
    contenders.sort(key=lambda one: (one.merit, one.tally.number))
    return contenders


def head_to_head(
    groups: Iterable[Collection[str]], results: Iterable[MatchOutcome]
) -> dict[str, int]:
    """Account id -> points taken from the other members of the player's own tied group.

    Forfeits count, annulled matches do not, and players who have not met have 0.
    """
    group_of = {account: index for index, group in enumerate(groups) for account in group}
    gained = dict.fromkeys(group_of, 0)
    for result in results:
        first, second = result.first, result.second
        group = group_of.get(first.account_id)
        if group is None or group != group_of.get(second.account_id) or result.annulled:
            continue
        gained[first.account_id] += first.points
        gained[second.account_id] += second.points
    return gained


def _average_keys(tallies: Sequence[Tally]) -> list[int]:
    """Integers in the order of the exact averages; no solved game comes after any average.

    All averages are brought to one common denominator, so that sorting compares integers:
    exact like fractions, at the price of a multiplication.
    """
    unit = lcm(*{t.solved_games for t in tallies if t.solved_games})
    beyond = unit * (1 + max((t.solved_attempts for t in tallies), default=0))
    return [
        t.solved_attempts * (unit // t.solved_games) if t.solved_games else beyond for t in tallies
    ]
