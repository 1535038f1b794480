"""Which pairs an optimal pairing without a repeat can contain, and where it falls apart.

It rests on one exchange. Let points never rise with rank, and let two pairs (a, b) and (c, d)
of a pairing cross the same cut between neighbouring positions, a and c above it, b and d below.
Pairing a with c and b with d instead lowers the sum of squared rank differences and raises no
sum of squared points differences, so in an optimum a has met c, or b has met d. Hence:

- *Reach.* Each player between the two of an optimal pair (a, b) uses up a meeting of a's or of
  b's that no other uses: with the player itself or with their partner, and so with someone
  nearer than the longest pair. Hence a and b lie at most one further apart than they have such
  meetings; with r opponents at most each, 2r + 1 apart.
- *Closed cuts.* Across a cut with an even number of players above it, pairs cross in twos. Where
  no two players who have met both reach over it, none crosses, and the table falls apart there.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from services.scheduler.domain.swiss.table import Pair, Table


@dataclass(frozen=True)
class Segment:
    """Positions `start` to `stop` (exclusive) that pair among themselves, by some of `pairs`."""

    start: int
    stop: int
    pairs: tuple[Pair, ...]

    @property
    def size(self) -> int:
        """How many players are in it."""
        return self.stop - self.start

    @cached_property
    def longest_pair(self) -> int:
        """The most positions that any of its pairs spans."""
        return max((b - a for a, b in self.pairs), default=0)


def segments(table: Table) -> list[Segment]:
    """The independent parts of an even table whose points never rise with rank.

    If any pairing without a repeat exists, the best one consists of the best of each part.
    """
    pairs, near = _pairs_within_reach(table)
    while True:
        closed = _closed_cuts(table.size, pairs, near)
        part = list(accumulate(closed, initial=0))
        inside = [pair for pair in pairs if part[pair[0]] == part[pair[1]]]
        if len(inside) == len(pairs):
            return _split(table.size, closed, pairs)
        pairs = inside


def _pairs_within_reach(table: Table) -> tuple[list[Pair], list[Pair]]:
    """All pairs that an optimum can contain, and those that have met within the same reach."""
    reach, widest = table.size, min(2 * table.most_opponents + 1, table.size - 1)
    near = list(table.met)
    while widest < reach:
        reach = widest
        near = [(a, b) for a, b in near if b - a < reach]
        meetings = _meetings(table.size, near)
        widest = next(s for s in range(reach, 0, -1) if any(_spanning(meetings, s)))
    pairs = sorted(pair for span in range(1, reach + 1) for pair in _spanning(meetings, span))
    return [pair for pair in pairs if pair not in table.met], near


def _meetings(size: int, near: Sequence[Pair]) -> list[int]:
    """How many of the `near` pairs each position is in."""
    counts = [0] * size
    for a, b in near:
        counts[a] += 1
        counts[b] += 1
    return counts


def _spanning(meetings: Sequence[int], span: int) -> Iterator[Pair]:
    """The pairs so far apart that have meetings enough for the players between them."""
    for a, (mine, theirs) in enumerate(zip(meetings, meetings[span:], strict=False)):
        if mine + theirs >= span - 1:
            yield a, a + span


def _closed_cuts(size: int, pairs: Sequence[Pair], near: Sequence[Pair]) -> list[bool]:
    """For each cut, below position 0, 1, …: whether no optimal pair crosses it."""
    last, first = list(range(size)), list(range(size))
    for a, b in pairs:
        last[a] = max(last[a], b)
        first[b] = min(first[b], a)
    turns = [0] * (size + 1)
    for a, b in near:
        _mark(turns, b, min(last[a], last[b]))
        _mark(turns, max(first[a], first[b]), a)
    crossable = list(accumulate(turns))
    return [cut % 2 == 1 and not crossable[cut] for cut in range(size - 1)]


def _mark(turns: list[int], start: int, stop: int) -> None:
    """Count one more met pair that reaches over the cuts from `start` to `stop` (exclusive)."""
    if start < stop:
        turns[start] += 1
        turns[stop] -= 1


def _split(size: int, closed: Sequence[bool], pairs: Sequence[Pair]) -> list[Segment]:
    """The segments between closed cuts, each with its own of the `pairs`, which are in order."""
    stops = [cut + 1 for cut, is_closed in enumerate(closed) if is_closed] + [size]
    parts, taken, start = [], 0, 0
    for stop in stops:
        until = bisect_left(pairs, (stop, 0), lo=taken)
        parts.append(Segment(start, stop, tuple(pairs[taken:until])))
        taken, start = until, stop
    return parts
