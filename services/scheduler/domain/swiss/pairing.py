"""Who meets whom next: from the ranked field to named matches."""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Literal

from services.scheduler.domain.swiss.bye import bye_position
from services.scheduler.domain.swiss.optimum import best_pairs
from services.scheduler.domain.swiss.table import Pair, Table

Optimal = Literal["proven", "within_window"]


@dataclass(frozen=True)
class Entrant:
    """One player still in, with what the season so far means for the next pairing.

    `opponents` are account ids, one for each meeting, so repeated where two met repeatedly;
    annulled matches count, and players no longer in may be among them. `times_first` counts
    the matches in which the player was first-named.
    """

    account_id: str
    lot: int
    points: int
    byes: int
    times_first: int
    opponents: tuple[str, ...]


@dataclass(frozen=True)
class PairedMatch:
    """Two account ids and why they meet: how far apart they are, how often they have met."""

    first: str
    second: str
    points_difference: int
    rank_difference: int
    met_before: int


@dataclass(frozen=True)
class Pairing:
    """A round's matches by the rank of the better player, and who has the bye.

    `optimal` says whether no better pairing exists (`proven`) or whether that was only looked
    at window by window. `digest` is the SHA-256 of the field that was paired, hexadecimal.
    """

    matches: tuple[PairedMatch, ...]
    bye: str | None
    optimal: Optimal
    digest: str


def pair_swiss(entrants: Sequence[Entrant], *, exact_up_to: int = 10_000) -> Pairing:
    """Pair `entrants`, given in the order of the standings, ties in the order of the lot.

    The best pairing by, in this order: fewest meetings repeated; the bye to someone with the
    fewest byes; to the lowest ranked of those; smallest sum of squared points differences;
    smallest sum of squared rank differences, ranks counted over all entrants. Every field of
    two or more can be paired, and the same field is paired the same way always and everywhere.
    In a field of more than `exact_up_to`, parts too large for an exact answer are paired window
    by window; the result then says so.

    Raises ValueError for fewer than two entrants or an account given twice, and OverflowError
    where points differ so enormously that sums of their squares leave 128 bits.
    """
    if len(entrants) < 2:
        raise ValueError("a pairing needs at least two entrants")
    table = _table(entrants)
    bye = bye_position(table, [entrant.byes for entrant in entrants]) if table.size % 2 else None
    even = table if bye is None else table.without(bye)
    pairs, proven = best_pairs(even, exact_up_to)
    return Pairing(
        matches=tuple(_match(entrants, even, pair) for pair in sorted(pairs)),
        bye=None if bye is None else entrants[bye].account_id,
        optimal="proven" if proven else "within_window",
        digest=field_digest(entrants),
    )


def field_digest(entrants: Sequence[Entrant]) -> str:
    """The SHA-256 of the field as JSON, in which the order of anyone's opponents plays no part."""
    canonical = [
        [e.account_id, e.lot, e.points, e.byes, e.times_first, sorted(e.opponents)]
        for e in entrants
    ]
    text = json.dumps(canonical, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()


def _table(entrants: Sequence[Entrant]) -> Table:
    position = {entrant.account_id: place for place, entrant in enumerate(entrants)}
    if len(position) < len(entrants):
        raise ValueError("an account is in the field twice")
    met: dict[Pair, int] = {}
    for place, entrant in enumerate(entrants):
        for opponent, times in Counter(entrant.opponents).items():
            other = position.get(opponent, place)
            if other != place:
                pair = (min(place, other), max(place, other))
                met[pair] = max(times, met.get(pair, 0))
    return Table(
        points=tuple(entrant.points for entrant in entrants),
        ranks=tuple(range(1, len(entrants) + 1)),
        met=met,
    )


def _match(entrants: Sequence[Entrant], table: Table, pair: Pair) -> PairedMatch:
    a, b = pair
    two = [entrants[table.ranks[position] - 1] for position in pair]
    first, second = sorted(two, key=lambda entrant: (entrant.times_first, entrant.lot))
    return PairedMatch(
        first=first.account_id,
        second=second.account_id,
        points_difference=abs(first.points - second.points),
        rank_difference=table.ranks[b] - table.ranks[a],
        met_before=table.met.get(pair, 0),
    )
