"""Who has the bye in an odd field."""

from collections.abc import Sequence
from itertools import combinations

from services.scheduler.domain.swiss.cost import in_order_of_weight
from services.scheduler.domain.swiss.matching import cheapest_matching
from services.scheduler.domain.swiss.table import Table


def bye_position(table: Table, byes: Sequence[int]) -> int:
    """The position that sits out: fewest repeats for the rest, fewest byes, lowest rank.

    `byes` counts each position's byes so far. In a field of N where nobody has met more than
    r others and N - 1 is at least 2r + 2, everyone has yet to meet half of the rest whoever
    sits out, so a pairing without a repeat always remains and repeats need no look.
    """
    claims = sorted(range(table.size), key=lambda position: (byes[position], -position))
    if table.size - 1 >= 2 * table.most_opponents + 2:
        return claims[0]
    return _bye_with_fewest_repeats(table, claims)


def _bye_with_fewest_repeats(table: Table, claims: Sequence[int]) -> int:
    """Match the whole field with nobody as one player more, who takes the first claim."""
    nobody = table.size
    pairs = list(combinations(range(table.size), 2))
    repeats = [table.met.get(pair, 0) for pair in pairs] + [0] * table.size
    places = [0] * len(pairs) + list(range(table.size))
    pairs += [(position, nobody) for position in claims]
    costs = in_order_of_weight((repeats, places), most_pairs=table.size // 2 + 1)
    return next(a for a, b in cheapest_matching(pairs, costs) if b == nobody)
