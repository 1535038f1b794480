"""Minimum-cost matching on any graph, whatever its shape."""

from collections.abc import Iterable, Sequence

import rustworkx

from services.scheduler.domain.swiss.cost import matcher_room
from services.scheduler.domain.swiss.table import Pair


def cheapest_matching(pairs: Sequence[Pair], costs: Sequence[int]) -> list[Pair]:
    """As many disjoint pairs as possible, of the smallest total cost, in order of position.

    Costs are non-negative integers. Raises OverflowError if they do not fit the matcher.
    """
    if not pairs:
        return []
    players = sorted({position for pair in pairs for position in pair})
    dearest = max(costs)
    if matcher_room(dearest, len(players)) < 0:
        raise OverflowError("points lie too far apart to be compared exactly")
    node = {position: index for index, position in enumerate(players)}
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * len(players))
    graph.add_edges_from(
        [(node[a], node[b], dearest - cost) for (a, b), cost in zip(pairs, costs, strict=True)]
    )
    # The matcher maximises, and returns a set whose order differs from process to process.
    matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return in_order((players[x], players[y]) for x, y in matched)


def in_order(pairs: Iterable[Pair]) -> list[Pair]:
    """Each pair with its better-ranked player first, all by that player's position."""
    return sorted((min(pair), max(pair)) for pair in pairs)
