"""Who of the queue plays whom.

A player is paired within a window around their points, which widens while they wait; two who are
within each other's window are paired at once. Of all possible pairings the one with the most pairs
is taken, and of those the one with the nearest points. Recent opponents are not paired while
anybody else could come into question for either of them, unless both have waited for long.
"""

from collections.abc import Sequence, Set
from dataclasses import dataclass

import rustworkx

FIRST_WINDOW = 100
WIDENING = 10
"""Points by which the window grows for each second of waiting."""

REMATCH_SECONDS = 30
NEIGHBOURS = 12
"""How many of the next ones by points, on either side, a player is compared with."""

_FARTHEST = 2**20

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Waiting:
    """Somebody in the queue; `seconds` is how long they have waited, in real time."""

    account_id: str
    points: int
    seconds: int

    @property
    def window(self) -> int:
        """How far another player's points may be off."""
        return FIRST_WINDOW + WIDENING * max(0, self.seconds)


def pair_up(queue: Sequence[Waiting], recent: Set[frozenset[str]]) -> list[Pair]:
    """The pairs to play now, of each the one who has waited longer first; nobody twice.

    `recent` are pairs of accounts that have met lately. The same queue in any order gives the
    same pairs.
    """
    ordered = sorted(queue, key=lambda one: (one.points, -one.seconds, one.account_id))
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * len(ordered))
    graph.add_edges_from(_edges(ordered, recent))
    matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    pairs = [(ordered[x], ordered[y]) for x, y in matched]
    return sorted(_in_order(*pair) for pair in pairs)


def may_meet(one: Waiting, other: Waiting) -> bool:
    """Whether each is within the other's window."""
    return abs(one.points - other.points) <= min(one.window, other.window)


def _edges(ordered: Sequence[Waiting], recent: Set[frozenset[str]]) -> list[tuple[int, int, int]]:
    met = [_opponents(one, ordered, recent) for one in ordered]
    edges = []
    for i, one in enumerate(ordered):
        candidates = 0
        for j in range(i + 1, len(ordered)):
            other, is_recent = ordered[j], ordered[j].account_id in met[i]
            if candidates == NEIGHBOURS or other.points - one.points > one.window:
                break
            if not may_meet(one, other):
                continue
            if is_recent and not _must_do(one, other, len(ordered), met[i] | met[j]):
                continue
            candidates += not is_recent
            edges.append((i, j, _worth(one, other, is_recent)))
    return edges


def _must_do(one: Waiting, other: Waiting, waiting: int, met: Set[str]) -> bool:
    """Whether two recent opponents meet again: nobody else is there, or both waited for long."""
    others = waiting - len(met | {one.account_id, other.account_id})
    return others == 0 or min(one.seconds, other.seconds) >= REMATCH_SECONDS


def _worth(one: Waiting, other: Waiting, is_recent: bool) -> int:
    """Nearer is better, by the square; one rematch is worse than any distance."""
    distance = min(abs(one.points - other.points), _FARTHEST)
    return _FARTHEST**2 * (1 if is_recent else 2) - distance**2


def _opponents(
    one: Waiting, ordered: Sequence[Waiting], recent: Set[frozenset[str]]
) -> frozenset[str]:
    mine = (pair - {one.account_id} for pair in recent if one.account_id in pair)
    return frozenset().union(*mine) & {other.account_id for other in ordered}


def _in_order(one: Waiting, other: Waiting) -> Pair:
    first, second = sorted((one, other), key=lambda player: (-player.seconds, player.account_id))
    return (first.account_id, second.account_id)
