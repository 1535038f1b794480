"""The field as plain numbers: position 0 is the best ranked, everything else follows it."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

Pair = tuple[int, int]
"""Two positions, the better ranked first."""


@dataclass(frozen=True)
class Table:
    """Points, ranks (from 1, rising, with a gap where the bye sits) and who has met whom.

    `met` counts the meetings of each pair that has met at least once.
    """

    points: tuple[int, ...]
    ranks: tuple[int, ...]
    met: Mapping[Pair, int]

    @property
    def size(self) -> int:
        """How many players the table holds."""
        return len(self.points)

    @cached_property
    def most_opponents(self) -> int:
        """The most different opponents that any one player has met."""
        opponents = Counter(position for pair in self.met for position in pair)
        return max(opponents.values(), default=0)

    @cached_property
    def is_descending(self) -> bool:
        """Whether points never rise from one rank to the next."""
        return all(above >= below for above, below in pairwise(self.points))

    def without(self, gone: int) -> "Table":
        """The table without one position; ranks stay, later positions move up by one."""
        met = {
            (a - (a > gone), b - (b > gone)): times
            for (a, b), times in self.met.items()
            if gone not in (a, b)
        }
        return Table(
            points=self.points[:gone] + self.points[gone + 1 :],
            ranks=self.ranks[:gone] + self.ranks[gone + 1 :],
            met=met,
        )
