"""How long a league table takes: 10,000 players after 10 rounds, recomputed from results.

`python -m deploy.bench.bench_standings [players] [rounds]` prints one aligned line a
measurement: name, value, unit, baseline, ratio (value / baseline, of the same run). The
baselines are Python's own sort of as many ready-made tuples, which no table can beat, and
a plain implementation with a dictionary a player and a fraction an average. The best of
five runs counts.
"""

import sys
from collections.abc import Callable
from fractions import Fraction
from random import Random
from time import perf_counter

from services.standings.domain.digest import digest
from services.standings.domain.facts import Closed, Facts, Registered, Settled, gather
from services.standings.domain.history import due_revisions, progress, table_at
from services.standings.domain.results import MatchOutcome, Outcome, Side
from services.standings.domain.season import Participant, Points
from services.standings.domain.table import Row, standings

POINTS = Points(win=3, draw=1, loss=0, bye=3)
REPEATS = 5


def field(players: int) -> tuple[Participant, ...]:
    """Players whose ids look like the real ones."""
    return tuple(Participant(f"0192{n:08x}-7000-8000-{n:012x}", n) for n in range(1, players + 1))


def season(participants: tuple[Participant, ...], rounds: int) -> list[MatchOutcome]:
    """Random pairs in every round; attempts spread as people's do, between 3 and 10."""
    chance = Random(2026)
    ids = [one.account_id for one in participants]
    results: list[MatchOutcome] = []
    for number in range(1, rounds + 1):
        chance.shuffle(ids)
        results.extend(
            duel(chance, number, first, second)
            for first, second in zip(ids[::2], ids[1::2], strict=False)
        )
    return results


def duel(chance: Random, number: int, first: str, second: str) -> MatchOutcome:
    a, b = (round(min(10, max(3, chance.gauss(6, 1.5)))) for _ in range(2))
    outcome = Outcome.DRAW if a == b else Outcome.FIRST if a < b else Outcome.SECOND
    gained = POINTS.of(outcome)
    return MatchOutcome(
        f"{number}-{first}",
        number,
        Side(first, True, True, a, gained[0]),
        Side(second, True, True, b, gained[1]),
        outcome,
        "attempts",
        b - a,
    )


def naive(participants: tuple[Participant, ...], results: list[MatchOutcome]) -> list[str]:
    """The same order the obvious way; used to check the fast one as well."""
    rows = {
        one.account_id: {"points": 0, "wins": 0, "difference": 0, "games": 0, "attempts": 0}
        for one in participants
    }
    for result in results:
        for side, sign in ((result.first, 1), (result.second, -1)):
            row = rows[side.account_id]
            row["points"] += side.points
            row["wins"] += result.outcome is (Outcome.FIRST if sign == 1 else Outcome.SECOND)
            row["difference"] += sign * result.attempt_difference
            row["games"] += side.solved
            row["attempts"] += side.attempts if side.solved else 0
    merits = {name: naive_merit(row) for name, row in rows.items()}
    direct = naive_head_to_head(merits, results)
    lots = {one.account_id: one.number for one in participants}
    return sorted(rows, key=lambda name: (merits[name], -direct[name], lots[name]))


def naive_merit(row: dict[str, int]) -> tuple[int, int, int, bool, Fraction]:
    average = Fraction(row["attempts"], row["games"]) if row["games"] else Fraction(0)
    return (-row["points"], -row["wins"], -row["difference"], row["games"] == 0, average)


def naive_head_to_head(
    merits: dict[str, tuple[int, int, int, bool, Fraction]], results: list[MatchOutcome]
) -> dict[str, int]:
    direct = dict.fromkeys(merits, 0)
    for result in results:
        first, second = result.first, result.second
        if merits[first.account_id] == merits[second.account_id]:
            direct[first.account_id] += first.points
            direct[second.account_id] += second.points
    return direct


def facts_of(participants: tuple[Participant, ...], results: list[MatchOutcome]) -> Facts:
    rounds = max(result.round for result in results)
    each = len(results) // rounds
    return gather(
        [
            Registered(participants, POINTS, rounds),
            *(Closed(number, each) for number in range(1, rounds + 1)),
            *(Settled(result, 0) for result in results),
        ]
    )


def publication(facts: Facts) -> str:
    """What publishing the newest table costs: which one is due, the table, its digest."""
    last = due_revisions(progress(facts), {})[-1]
    return digest(table_at(facts, last.round, last.act))


def best(work: Callable[[], object]) -> float:
    """Seconds of the fastest run."""
    times = []
    for _ in range(REPEATS):
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return min(times)


def line(name: str, value: float, baseline: float) -> str:
    return f"{name:<38} {value:>9.4f} s {baseline:>9.4f} {value / baseline:>8.2f}"


def main(players: int = 10_000, rounds: int = 10) -> None:
    participants = field(players)
    results = season(participants, rounds)
    rows: tuple[Row, ...] = standings(participants, results, [], POINTS)
    assert [row.account_id for row in rows] == naive(participants, results)

    ready = [
        (-r.points, -r.wins, -r.attempt_difference, r.solved_attempts, i)
        for i, r in enumerate(sorted(rows, key=lambda row: row.account_id))
    ]
    floor = best(lambda: sorted(ready))
    plain = best(lambda: naive(participants, results))
    table = best(lambda: standings(participants, results, [], POINTS))
    facts = facts_of(participants, results)
    print(f"{'name':<38} {'value':>9} u {'baseline':>9} {'ratio':>8}")
    print(line("table, against a plain dictionary", table, plain))
    print(line("table, against sorting ready tuples", table, floor))
    print(line("publication, against a plain dictionary", best(lambda: publication(facts)), plain))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))
