"""A judge of Swiss rounds: the best there is, by trying everything, and whether a round is it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import inf

Cost = tuple[float, ...]
NOTHING: Cost = (0, 0, 0, 0, 0)


@dataclass(frozen=True)
class Standing:
    """One player still in, as the table before the round has them."""

    account_id: str
    lot: int
    points: int
    byes: int = 0
    firsts: int = 0


Met = Mapping[frozenset[str], int]
Pairs = Sequence[tuple[str, str]]


def pair_cost(ranked: Sequence[Standing], met: Met, a: int, b: int) -> Cost:
    """Repeats, two blanks for the bye, squared differences in points and in rank."""
    one, other = ranked[a], ranked[b]
    repeats = met.get(frozenset((one.account_id, other.account_id)), 0)
    return (repeats, 0, 0, (one.points - other.points) ** 2, (a - b) ** 2)


def bye_cost(ranked: Sequence[Standing], index: int) -> Cost:
    """Earlier byes count first, then how far from the last rank it falls."""
    return (0, ranked[index].byes, len(ranked) - 1 - index, 0, 0)


def cost(ranked: Sequence[Standing], met: Met, pairs: Pairs, bye: str | None) -> Cost:
    """The criteria of a given round, smaller is better in the order of the tuple."""
    at = {player.account_id: index for index, player in enumerate(ranked)}
    total = NOTHING
    for first, second in pairs:
        total = _sum(total, pair_cost(ranked, met, at[first], at[second]))
    return total if bye is None else _sum(total, bye_cost(ranked, at[bye]))


def optimum(ranked: Sequence[Standing], met: Met) -> Cost:
    """The smallest cost of any round: every partner of the best player left, again and again."""

    @cache
    def best(left: int) -> Cost:
        if left == 0:
            return NOTHING
        players = [index for index in range(len(ranked)) if left >> index & 1]
        top, others = players[0], players[1:]
        found: Cost = (inf,)
        if len(players) % 2 == 1:
            found = _sum(bye_cost(ranked, top), best(left & ~(1 << top)))
        for other in others:
            rest = left & ~(1 << top) & ~(1 << other)
            # An odd field whose bye is already given never gets here: what is left is then even.
            found = min(found, _sum(pair_cost(ranked, met, top, other), best(rest)))
        return found

    return best((1 << len(ranked)) - 1)


def _sum(one: Cost, other: Cost) -> Cost:
    return tuple(a + b for a, b in zip(one, other, strict=True))


def complaints(ranked: Sequence[Standing], met: Met, pairs: Pairs, bye: str | None) -> list[str]:
    """All that is wrong with a round; nothing is wrong with any of several equal optima."""
    named = [account for pair in pairs for account in pair]
    named += [] if bye is None else [bye]
    if sorted(named) != sorted(player.account_id for player in ranked):
        return ["the round does not name everyone still in exactly once"]
    wrong = [f"{a} stands before {b}" for a, b in pairs if not _rightly_first(ranked, a, b)]
    given, best = cost(ranked, met, pairs, bye), optimum(ranked, met)
    if given != best:
        wrong.append(f"the round costs {given}, the best one {best}")
    return wrong


def _rightly_first(ranked: Sequence[Standing], first: str, second: str) -> bool:
    by_id = {player.account_id: player for player in ranked}
    one, other = by_id[first], by_id[second]
    return (one.firsts, one.lot) < (other.firsts, other.lot)
