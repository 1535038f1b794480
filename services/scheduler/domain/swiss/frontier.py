"""The best pairing of a long segment whose pairs are all short: one walk down the table.

Walking down, each player is paired with one who waits or waits for someone further down. What
remains of all that was decided so far is who still waits, and since pairs are short that is a
subset of the last few players: for each such subset the cheapest way there is kept.
"""

from collections import defaultdict
from collections.abc import Sequence

from services.scheduler.domain.swiss.table import Pair

Trail = tuple["Trail", Pair] | None
"""The pairs made so far, the latest outermost."""

Ways = dict[int, tuple[int, Trail]]
"""By who waits (bit 0: the last player passed, bit 1: the one above, …) the cheapest way there."""

Offer = tuple[int, int, Pair]
"""A possible pair of the player walked by: the bit of the one who waits, the cost, the pair."""


def cheapest_walk(start: int, stop: int, pairs: Sequence[Pair], costs: Sequence[int]) -> list[Pair]:
    """The perfect matching of positions `start` to `stop` (exclusive) of the smallest total cost.

    Empty where there is no perfect one. Effort grows with the length and with 2 to the power of
    the widest pair's span; costs may be integers of any size.
    """
    offers: dict[int, list[Offer]] = defaultdict(list)
    last = {position: position for position in range(start, stop)}
    for (a, b), cost in zip(pairs, costs, strict=True):
        offers[b].append((1 << (b - 1 - a), cost, (a, b)))
        last[a] = max(last[a], b)
    too_late: dict[int, int] = defaultdict(int)
    for a, b in last.items():
        too_late[b] |= 1 << (b - a)
    ways: Ways = {0: (0, None)}
    for position in range(start, stop):
        ways = _step(ways, offers[position], too_late[position])
    return _pairs_of(ways[0][1]) if 0 in ways else []


def _step(ways: Ways, offers: Sequence[Offer], too_late: int) -> Ways:
    """Walk by one player; nobody goes on waiting for whom it is then too late."""
    ahead: Ways = {}
    for waiting, (cost, trail) in ways.items():
        choices: list[tuple[int, int, Trail]] = [(waiting << 1 | 1, cost, trail)]
        for bit, price, pair in offers:
            if waiting & bit:
                choices.append(((waiting ^ bit) << 1, cost + price, (trail, pair)))
        for then, total, way in choices:
            if not then & too_late and (then not in ahead or total < ahead[then][0]):
                ahead[then] = (total, way)
    return ahead


def _pairs_of(trail: Trail) -> list[Pair]:
    pairs = []
    while trail is not None:
        trail, pair = trail
        pairs.append(pair)
    return sorted(pairs)
