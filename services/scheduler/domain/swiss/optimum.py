"""The best pairing of an even table, by the cheapest solver that is sure to find it."""

from itertools import combinations

from services.scheduler.domain.swiss.cost import pair_costs
from services.scheduler.domain.swiss.frontier import cheapest_walk
from services.scheduler.domain.swiss.locality import Segment, segments
from services.scheduler.domain.swiss.matching import cheapest_matching
from services.scheduler.domain.swiss.table import Pair, Table
from services.scheduler.domain.swiss.windows import pair_off_in_windows, window_size

SHORT_SPAN = 6
"""The longest pair for which walking down any field, however large, is quick."""

EVERY_PAIR_UP_TO = 2000
"""Players up to which every pair is weighed where repeats or the order call for it."""


def best_pairs(table: Table, exact_up_to: int) -> tuple[list[Pair], bool]:
    """All players paired, and whether the pairing is proven to be the best.

    It always is up to `exact_up_to` players, except where more than EVERY_PAIR_UP_TO players
    cannot be paired without a repeat or are not in order of their points.
    """
    found = _without_repeats(table, exact_up_to) if table.is_descending else None
    if found is not None:
        return found
    if table.size <= EVERY_PAIR_UP_TO:
        return _of_every_pair(table, list(range(table.size))), True
    return _with_repeats_last(table), False


def _without_repeats(table: Table, exact_up_to: int) -> tuple[list[Pair], bool] | None:
    """The best pairing without a repeat, segment by segment; None if there is no such pairing."""
    pairs: list[Pair] = []
    proven = True
    for segment in segments(table):
        exact = table.size <= exact_up_to or _is_small(segment)
        proven = proven and exact
        found = _pairs_in(table, segment, exact)
        if 2 * len(found) < segment.size:
            return None
        pairs += found
    return pairs, proven


def _is_small(segment: Segment) -> bool:
    """Whether an exact answer is cheap however large the whole field is."""
    return segment.longest_pair <= SHORT_SPAN or segment.size <= window_size(segment.longest_pair)


def _pairs_in(table: Table, segment: Segment, exact: bool) -> list[Pair]:
    if len(segment.pairs) == 1:
        return list(segment.pairs)
    costs = pair_costs(table, segment.pairs, segment.size)
    if not exact:
        players = range(segment.start, segment.stop)
        return pair_off_in_windows(players, segment.pairs, costs, window_size(segment.longest_pair))
    if _suits_a_walk(segment):
        return cheapest_walk(segment.start, segment.stop, segment.pairs, costs)
    return cheapest_matching(segment.pairs, costs)


def _suits_a_walk(segment: Segment) -> bool:
    """The walk's effort grows with 2 to the longest pair's span, the matcher's with the size."""
    return 8 << segment.longest_pair <= segment.size


def _of_every_pair(table: Table, players: list[int]) -> list[Pair]:
    """The best pairing of some of the players, repeats weighed before everything else."""
    pairs = list(combinations(players, 2))
    return cheapest_matching(pairs, pair_costs(table, pairs, len(players)))


def _with_repeats_last(table: Table) -> list[Pair]:
    """New opponents in windows; whoever finds none, with their neighbours, met or not."""
    reach = min(2 * table.most_opponents + 1, 100)
    new = [
        (a, b)
        for a in range(table.size)
        for b in range(a + 1, min(a + reach + 1, table.size))
        if (a, b) not in table.met
    ]
    costs = pair_costs(table, new, table.size)
    pairs = pair_off_in_windows(range(table.size), new, costs, window_size(reach))
    left = sorted(set(range(table.size)).difference(*pairs))
    for start in range(0, len(left), EVERY_PAIR_UP_TO):
        pairs += _of_every_pair(table, left[start : start + EVERY_PAIR_UP_TO])
    return sorted(pairs)
