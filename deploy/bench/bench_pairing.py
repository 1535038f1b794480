"""How long a Swiss round of 1,000 and of 10,000 players takes to pair after nine rounds.

Run as `python -m deploy.bench.bench_pairing`. Each measurement is a process of its own, which
is handed the field, so that its peak memory is that of pairing. Beside it stands what anyone
would use: one exact matching by the same library, of every pair at 1,000 players, of each
player with the next 2r+1 ranks at 10,000, where every pair would take hours. All three ways must
come to the same repeats, points and ranks, or the run fails. Times are of the processor, so that
other work on the machine does not count.
"""

import json
import random
import resource
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace

import rustworkx

from services.scheduler.domain.swiss import Entrant, PairedMatch, pair_swiss

ROUNDS = 9
Pair = tuple[int, int]


@dataclass(frozen=True)
class Figure:
    """One measured value beside its baseline; the ratio is value over baseline."""

    name: str
    value: float
    unit: str
    baseline: float
    baseline_name: str

    def line(self) -> str:
        """The figure as one aligned line."""
        ratio = self.value / self.baseline
        return (
            f"{self.name:<24}{self.value:>9.3f} {self.unit:<3}{self.baseline:>9.3f}"
            f"{ratio:>8.3f}  {self.baseline_name}"
        )


def main() -> None:
    """Print every figure as it comes."""
    print(f"{'name':<24}{'value':>9} {'':<3}{'baseline':>9}{'ratio':>8}")
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
        if ours.cost != plain.cost:
            raise AssertionError(f"{way} pairing costs {ours.cost}, the best {plain.cost}")
        name = f"{way} N={players:,}"
        yield Figure(f"{name} time", ours.seconds, "s", plain.seconds, baseline_name)
        yield Figure(f"{name} peak", ours.megabytes, "MB", plain.megabytes, baseline_name)


def _tell(progress: str) -> None:
    print(f"  … {progress}", file=sys.stderr, flush=True)


# ---------------------------------------------------------------- a season to measure on


@dataclass
class Season:
    """Players of different strength, their standing so far and the chance that decides."""

    field: list[Entrant]
    strength: dict[str, float]
    difference: Counter[str]
    chance: random.Random

    def play(self) -> None:
        """Pair a round, play it and rank the field: points, attempt difference, lot."""
        standing = {entrant.account_id: entrant for entrant in self.field}
        for match in pair_swiss(self.field).matches:
            one, other = standing[match.first], standing[match.second]
            first, second = self._points(match)
            standing[match.first] = _after(one, other, first, was_first=True)
            standing[match.second] = _after(other, one, second, was_first=False)
        self.field = sorted(
            standing.values(), key=lambda e: (-e.points, -self.difference[e.account_id], e.lot)
        )

    def _points(self, match: PairedMatch) -> tuple[int, int]:
        edge = self.strength[match.first] - self.strength[match.second] + self.chance.gauss(0, 1)
        if abs(edge) < 0.3:
            return 1, 1
        winner, loser = (match.first, match.second)[:: 1 if edge > 0 else -1]
        fewer_attempts = self.chance.randint(1, 7)
        self.difference[winner] += fewer_attempts
        self.difference[loser] -= fewer_attempts
        return (3, 0) if winner == match.first else (0, 3)


def season(players: int, rounds: int, seed: int = 9) -> list[Entrant]:
    """The field in ranking order after so many simulated rounds."""
    chance = random.Random(seed)
    field = [Entrant(f"player-{lot}", lot, 0, 0, 0, ()) for lot in range(1, players + 1)]
    strength = {entrant.account_id: chance.gauss(0, 1) for entrant in field}
    played = Season(field, strength, Counter(), chance)
    for number in range(1, rounds + 1):
        played.play()
        _tell(f"round {number} of {rounds} played")
    return played.field


def _after(entrant: Entrant, opponent: Entrant, points: int, *, was_first: bool) -> Entrant:
    return replace(
        entrant,
        points=entrant.points + points,
        times_first=entrant.times_first + was_first,
        opponents=(*entrant.opponents, opponent.account_id),
    )


# ------------------------------------------------------------ one measurement, one process


@dataclass(frozen=True)
class Measured:
    """What one way to pair took, and the repeats, points and ranks that it came to."""

    seconds: float
    megabytes: float
    cost: list[int]


def _measure(way: str, field: Sequence[Entrant]) -> Measured:
    """One way to pair, measured in a process of its own."""
    answer = subprocess.run(
        [sys.executable, "-m", "deploy.bench.bench_pairing", way],
        input=json.dumps([asdict(entrant) for entrant in field]),
        capture_output=True,
        text=True,
        check=True,
    )
    return Measured(**json.loads(answer.stdout))


def _answer(way: str) -> None:
    """The child's part: read the field, pair it, print the measurement."""
    rows = json.load(sys.stdin)
    field = [Entrant(**{**row, "opponents": tuple(row["opponents"])}) for row in rows]
    start = time.process_time()
    pairs = list(WAYS[way](field))
    seconds = time.process_time() - start
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps(asdict(Measured(seconds, megabytes, _cost(field, pairs)))))


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
