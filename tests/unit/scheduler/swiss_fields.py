"""Fields to pair, seasons to play, and slow but obvious ways to find the best pairing."""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from services.scheduler.domain.swiss import Entrant, PairedMatch, Pairing, pair_swiss

Score = tuple[int, int]
Criteria = tuple[int, int, int, int, int]
Seat = tuple[int, int | None]


def field(
    points: Mapping[str, int], played: str = "", byes: Mapping[str, int] | None = None
) -> list[Entrant]:
    """Entrants in the order given, lots in the same order; `played` like "AB CD AC"."""
    opponents: dict[str, list[str]] = {name: [] for name in points}
    for one, other in map(tuple, played.split()):
        opponents[one].append(other)
        opponents[other].append(one)
    return [
        Entrant(name, lot, scored, (byes or {}).get(name, 0), 0, tuple(opponents[name]))
        for lot, (name, scored) in enumerate(points.items(), start=1)
    ]


def field_of(
    points: Sequence[int], met: Mapping[tuple[int, int], int], byes: Sequence[int] = ()
) -> list[Entrant]:
    """Entrants by position, from how often each pair of positions has met."""
    opponents: list[list[str]] = [[] for _ in points]
    for (a, b), times in met.items():
        opponents[a] += [f"p{b}"] * times
        opponents[b] += [f"p{a}"] * times
    return [
        Entrant(f"p{i}", i + 1, scored, byes[i] if byes else 0, 0, tuple(opponents[i]))
        for i, scored in enumerate(points)
    ]


def local_history(
    chance: random.Random, size: int, most: int, within: int
) -> dict[tuple[int, int], int]:
    """Meetings between neighbours: at most `most` a player, at most `within` positions apart."""
    met: dict[tuple[int, int], int] = {}
    count: Counter[int] = Counter()
    for _ in range(size * most):
        a = chance.randrange(size)
        b = a + chance.randint(1, within)
        if b < size and (a, b) not in met and max(count[a], count[b]) < most:
            met[a, b] = 1
            count.update((a, b))
    return met


def descending(chance: random.Random, size: int, levels: int) -> list[int]:
    """Points of so many players, best first, on at most so many levels."""
    return sorted((chance.randrange(levels) for _ in range(size)), reverse=True)


# ------------------------------------------------------------------------------ seasons


def players(count: int) -> list[Entrant]:
    """A field before its first round."""
    return [Entrant(f"p{lot}", lot, 0, 0, 0, ()) for lot in range(1, count + 1)]


def play(
    entrants: Sequence[Entrant], rounds: int, score: Callable[[PairedMatch], Score]
) -> Iterator[tuple[list[Entrant], Pairing]]:
    """Each round's field and pairing; matches score as told, byes 3 points."""
    standing = list(entrants)
    for _ in range(rounds):
        pairing = pair_swiss(standing)
        yield standing, pairing
        standing = after(standing, pairing, score)


def after(
    entrants: Sequence[Entrant], pairing: Pairing, score: Callable[[PairedMatch], Score]
) -> list[Entrant]:
    """The field once the round is played, ranked by points, then lot."""
    now = {entrant.account_id: entrant for entrant in entrants}
    if pairing.bye is not None:
        rested = now[pairing.bye]
        now[pairing.bye] = replace(rested, points=rested.points + 3, byes=rested.byes + 1)
    for match in pairing.matches:
        for name, opponent, gain in zip(
            (match.first, match.second), (match.second, match.first), score(match), strict=True
        ):
            one = now[name]
            now[name] = replace(
                one,
                points=one.points + gain,
                times_first=one.times_first + (name == match.first),
                opponents=(*one.opponents, opponent),
            )
    return sorted(now.values(), key=lambda entrant: (-entrant.points, entrant.lot))


def all_draws(_: PairedMatch) -> Score:
    return 1, 1


def coin(chance: random.Random) -> Callable[[PairedMatch], Score]:
    """Wins, draws and losses at random."""
    return lambda _: chance.choice([(3, 0), (0, 3), (1, 1), (0, 0)])


# --------------------------------------------------------------------------- judgements


def seats(entrants: Sequence[Entrant], pairing: Pairing) -> list[Seat]:
    """The pairing as positions, the bye as a seat beside None."""
    place = {entrant.account_id: i for i, entrant in enumerate(entrants)}
    found: list[Seat] = [(place[m.first], place[m.second]) for m in pairing.matches]
    return found + ([] if pairing.bye is None else [(place[pairing.bye], None)])


def seat_criteria(entrants: Sequence[Entrant], seat: Seat) -> Criteria:
    """The five criteria of one seat, to be added up, smaller is better."""
    a, b = seat
    one = entrants[a]
    if b is None:
        return 0, one.byes, len(entrants) - 1 - a, 0, 0
    other = entrants[b]
    met = one.opponents.count(other.account_id)
    return met, 0, 0, (one.points - other.points) ** 2, (a - b) ** 2


def criteria(entrants: Sequence[Entrant], taken: Sequence[Seat]) -> Criteria:
    """The five criteria of a whole round."""
    each = [seat_criteria(entrants, seat) for seat in taken]
    a, b, c, d, e = (sum(column) for column in zip(*each, strict=True))
    return a, b, c, d, e


def every_round(positions: Sequence[int]) -> Iterator[list[Seat]]:
    """All ways to seat the positions, with one bye when they are odd."""
    if not positions:
        yield []
        return
    top, rest = positions[0], positions[1:]
    if len(positions) % 2:
        for others in every_round(rest):
            yield [(top, None), *others]
    for i, other in enumerate(rest):
        for others in every_round([*rest[:i], *rest[i + 1 :]]):
            yield [(top, other), *others]


def best_by_trying(entrants: Sequence[Entrant]) -> Criteria:
    """The best criteria of all rounds there are."""
    return min(criteria(entrants, taken) for taken in every_round(range(len(entrants))))
