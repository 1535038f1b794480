"""The criteria of a pair as one integer, such that comparing sums compares criterion by criterion.

Each criterion is a digit of a mixed-radix number; a digit's base exceeds anything that the lower
digits of a whole pairing can add up to. The lowest digit is a tie-break: which of several equal
pairings the matcher finds may hang on its hash tables, whose order changes from process to process.
"""

from collections.abc import Sequence
from hashlib import blake2b
from math import gcd

from services.scheduler.domain.swiss.table import Pair, Table

TIE_BITS = 48
"""Wide enough that two equal pairings differ in the tie-break but for odds of about 1 in 10^9."""

MATCHER_BITS = 126
"""The matcher counts in signed 128-bit integers."""


def pair_costs(table: Table, pairs: Sequence[Pair], players: int) -> list[int]:
    """What each pair costs in a graph of so many players, none of it negative.

    The criteria are the times met, the squared difference in points, the squared difference in
    rank and the tie-break.
    """
    most_pairs = players // 2
    met = [table.met.get(pair, 0) for pair in pairs]
    points = _squares([table.points[a] - table.points[b] for a, b in pairs])
    ranks = [(table.ranks[a] - table.ranks[b]) ** 2 for a, b in pairs]
    costs = in_order_of_weight((met, points, ranks), most_pairs)
    room = matcher_room(max(costs, default=0), players) - most_pairs.bit_length()
    bits = max(0, min(TIE_BITS, room))
    ties = [_tie(table.ranks[a], table.ranks[b]) >> (64 - bits) for a, b in pairs]
    return in_order_of_weight((costs, ties), most_pairs)


def _squares(differences: Sequence[int]) -> list[int]:
    """Squares in the largest common unit, which leaves comparisons as they are."""
    unit = gcd(*differences) or 1
    return [(difference // unit) ** 2 for difference in differences]


def in_order_of_weight(criteria: Sequence[Sequence[int]], most_pairs: int) -> list[int]:
    """One number a pair from several criteria, the weightiest first, none negative."""
    costs = list(criteria[0])
    for criterion in criteria[1:]:
        base = most_pairs * max(criterion, default=0) + 1
        costs = [cost * base + digit for cost, digit in zip(costs, criterion, strict=True)]
    return costs


def matcher_room(cost: int, players: int) -> int:
    """How many bits the matcher still has above `cost`; negative where it would overflow.

    Its dual variables are doubled costs and can add up along a path through all players.
    """
    return MATCHER_BITS - 1 - cost.bit_length() - players.bit_length()


def _tie(rank: int, other: int) -> int:
    """A number of 64 bits that looks random and depends on the two ranks only."""
    return int.from_bytes(blake2b(b"%d-%d" % (rank, other), digest_size=8).digest())
