"""How long a Swiss round of 1,000 and of 10,000 players takes to pair after nine rounds.

Run as `python -m deploy.bench.bench_pairing`. Each measurement is a process of its own, which
is handed the field, so that its peak memory is that of pairing. Beside each stands what anyone
would use: one exact matching, by the same library, of every pair (1,000 players; without the
peak of such a graph at 10,000) or of each player with the next 2r+1 ranks (10,000).
"""

import json
import random
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace

import rustworkx

from services.scheduler.domain.swiss import Entrant, Pairing, pair_swiss

ROUNDS = 9
POINTS_WON, POINTS_DRAWN = 3, 1
Pair = tuple[int, int]


@dataclass(frozen=True)
class Figure:
    """One measured value beside its baseline; the ratio is baseline over value."""

    name: str
    value: float
    unit: str
    baseline: float
    baseline_name: str

    def line(self) -> str:
        """The figure as one aligned line."""
        ratio = self.baseline / self.value
        return (
            f"{self.name:<34}{self.value:>10.3f} {self.unit:<4}"
            f"{self.baseline:>10.3f} {self.unit:<4}{ratio:>8.1f}x  {self.baseline_name}"
        )


def main() -> None:
    """Print every figure as it comes."""
    print(f"{'name':<34}{'value':>10} {'unit':<4}{'baseline':>10} {'unit':<4}{'ratio':>9}")
    for figure in figures():
        print(figure.line(), flush=True)


def figures() -> Iterator[Figure]:
    """Time and peak memory of each way to pair, for both sizes of the field."""
    yield from _figures_of(1_000, "every_pair", "every pair, rustworkx")
    yield from _figures_of(10_000, "next_ranks", "next 2r+1 ranks, rustworkx")


def _figures_of(players: int, baseline: str, baseline_name: str) -> Iterator[Figure]:
    _tell(f"playing {ROUNDS} rounds with {players:,} players")
    field = season(players, ROUNDS)
    _tell(f"baseline: {baseline_name}, {players:,} players")
    plain = _measure(baseline, field)
    for way in ("windowed", "exact"):
        _tell(f"{way}, {players:,} players")
        ours = _measure(way, field)
        if ours["cost"] != plain["cost"]:
            raise AssertionError(f"{way} pairing costs {ours['cost']}, the best {plain['cost']}")
        name = f"{way} N={players:,}"
        yield Figure(f"{name} time", ours["seconds"], "s", plain["seconds"], baseline_name)
        yield Figure(f"{name} peak", ours["megabytes"], "MB", plain["megabytes"], baseline_name)


def _tell(progress: str) -> None:
    print(f"  … {progress}", file=sys.stderr, flush=True)


# ---------------------------------------------------------------- a season to measure on


def season(players: int, rounds: int, seed: int = 9) -> list[Entrant]:
    """The field in ranking order after so many simulated rounds."""
    chance = random.Random(seed)
    strength = {f"player-{lot}": chance.gauss(0, 1) for lot in range(1, players + 1)}
    field = [
        Entrant(account_id=name, lot=lot, points=0, byes=0, times_first=0, opponents=())
        for lot, name in enumerate(strength, start=1)
    ]
    for number in range(1, rounds + 1):
        field = _play(field, pair_swiss(field), strength, chance)
        _tell(f"round {number} of {rounds} played")
    return field


def _play(
    field: Sequence[Entrant],
    pairing: Pairing,
    strength: dict[str, float],
    chance: random.Random,
) -> list[Entrant]:
    by_id = {entrant.account_id: entrant for entrant in field}
    for match in pairing.matches:
        edge = strength[match.first] - strength[match.second] + chance.gauss(0, 1)
        first, second = _points(edge)
        by_id[match.first] = _after(by_id[match.first], match.second, first, was_first=True)
        by_id[match.second] = _after(by_id[match.second], match.first, second, was_first=False)
    # Within equal points the other tie-breaks put the players in an order that has nothing to
    # do with whom they met; chance stands in for them.
    order = {name: chance.random() for name in by_id}
    return sorted(by_id.values(), key=lambda e: (-e.points, order[e.account_id]))


def _points(edge: float) -> tuple[int, int]:
    if abs(edge) < 0.3:
        return POINTS_DRAWN, POINTS_DRAWN
    return (POINTS_WON, 0) if edge > 0 else (0, POINTS_WON)


def _after(entrant: Entrant, opponent: str, points: int, *, was_first: bool) -> Entrant:
    return replace(
        entrant,
        points=entrant.points + points,
        times_first=entrant.times_first + was_first,
        opponents=(*entrant.opponents, opponent),
    )


# ------------------------------------------------------------ one measurement, one process


def _measure(way: str, field: Sequence[Entrant]) -> dict[str, float]:
    """Seconds, megabytes and cost of one way to pair, taken in a process of its own."""
    answer = subprocess.run(
        [sys.executable, "-m", "deploy.bench.bench_pairing", way],
        input=json.dumps([asdict(entrant) for entrant in field]),
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(answer.stdout)


def _answer(way: str) -> None:
    """The child's part: read the field, pair it, print the measurement."""
    rows = json.load(sys.stdin)
    field = [Entrant(**{**row, "opponents": tuple(row["opponents"])}) for row in rows]
    start = time.perf_counter()
    pairs = list(WAYS[way](field))
    seconds = time.perf_counter() - start
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"seconds": seconds, "megabytes": megabytes, "cost": _cost(field, pairs)}))


def _cost(field: Sequence[Entrant], pairs: Iterable[Pair]) -> list[int]:
    """Repeats, squared points differences and squared rank differences of a whole pairing."""
    met, points, ranks = zip(*(_criteria(field, pair) for pair in pairs), strict=True)
    return [sum(met), sum(points), sum(ranks)]


def _criteria(field: Sequence[Entrant], pair: Pair) -> tuple[int, int, int]:
    a, b = field[pair[0]], field[pair[1]]
    met = a.opponents.count(b.account_id)
    return met, (a.points - b.points) ** 2, (pair[0] - pair[1]) ** 2


def _by_league(exact_up_to: int) -> Callable[[Sequence[Entrant]], Iterable[Pair]]:
    def pair(field: Sequence[Entrant]) -> Iterable[Pair]:
        place = {entrant.account_id: place for place, entrant in enumerate(field)}
        pairing = pair_swiss(field, exact_up_to=exact_up_to)
        return [(place[match.first], place[match.second]) for match in pairing.matches]

    return pair


def _by_one_matching(reach: int) -> Callable[[Sequence[Entrant]], Iterable[Pair]]:
    def pair(field: Sequence[Entrant]) -> Iterable[Pair]:
        graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
        graph.add_nodes_from([None] * len(field))
        for a in range(len(field)):
            for b in range(a + 1, min(a + reach + 1, len(field))):
                met, points, ranks = _criteria(field, (a, b))
                graph.add_edge(a, b, -(((met << 40) + points << 40) + ranks))
        return rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)

    return pair


WAYS: dict[str, Callable[[Sequence[Entrant]], Iterable[Pair]]] = {
    "windowed": _by_league(exact_up_to=0),
    "exact": _by_league(exact_up_to=10_000),
    "every_pair": _by_one_matching(reach=10_000),
    "next_ranks": _by_one_matching(reach=2 * ROUNDS + 1),
}

if __name__ == "__main__":
    if len(sys.argv) > 1:
        _answer(sys.argv[1])
    else:
        main()
