"""Pairing what is too large for an exact answer, in effort that grows with its length alone."""

from collections import defaultdict
from collections.abc import Sequence

from services.scheduler.domain.swiss.matching import cheapest_matching
from services.scheduler.domain.swiss.table import Pair

SMALLEST_WINDOW = 200


def window_size(longest_pair: int) -> int:
    """How many players a window needs to hold for pairs that span so many positions."""
    return max(SMALLEST_WINDOW, 8 * longest_pair)


def pair_off_in_windows(
    players: Sequence[int], pairs: Sequence[Pair], costs: Sequence[int], size: int
) -> list[Pair]:
    """Pairs for all players wherever there are any, at a small total cost.

    Windows of `size` may strand someone at the end; then they are doubled, at last to the whole,
    so that nobody is left over whom the pairs given could have served.
    """
    found = match_in_windows(players, pairs, costs, size)
    while 2 * len(found) < len(players) and size < len(players):
        size *= 2
        found = match_in_windows(players, pairs, costs, size)
    return found


def match_in_windows(
    players: Sequence[int], pairs: Sequence[Pair], costs: Sequence[int], size: int
) -> list[Pair]:
    """Disjoint pairs of a small total cost; someone may be left over, who is in none of them.

    `players` are positions in order. Each window of `size` is matched exactly; of the result
    only the pairs that begin in its upper half stand, for they hardly depend on what comes
    below, and the others go on into the next window.
    """
    below: dict[int, list[tuple[Pair, int]]] = defaultdict(list)
    for pair, cost in zip(pairs, costs, strict=True):
        below[pair[0]].append((pair, cost))
    done: list[Pair] = []
    window, seen = list(players[:size]), size
    while True:
        inside = set(window)
        known = [edge for a in window for edge in below[a] if edge[0][1] in inside]
        matched = cheapest_matching([pair for pair, _ in known], [cost for _, cost in known])
        if seen >= len(players):
            return done + matched
        standing = [pair for pair in matched if pair[0] < window[len(window) // 2]]
        done += standing
        window = sorted(inside.difference(*standing))
        # At least half a window of new players, so that the walk ends however many are left over.
        fresh = max(size - len(window), size // 2)
        window += players[seen : seen + fresh]
        seen += fresh
