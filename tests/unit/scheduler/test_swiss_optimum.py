"""That the pairing is the optimum, by solvers that look at every pair; and each solver alone."""

import random
from collections.abc import Sequence
from itertools import combinations

import networkx
import pytest
import rustworkx
from hypothesis import given, settings
from hypothesis import strategies as st

from services.scheduler.domain.swiss import Entrant, optimum, pair_swiss
from services.scheduler.domain.swiss.cost import MATCHER_BITS, pair_costs
from services.scheduler.domain.swiss.frontier import cheapest_walk
from services.scheduler.domain.swiss.locality import segments
from services.scheduler.domain.swiss.matching import cheapest_matching
from services.scheduler.domain.swiss.table import Pair, Table
from services.scheduler.domain.swiss.windows import match_in_windows, pair_off_in_windows
from tests.unit.scheduler.swiss_fields import (
    Criteria,
    all_draws,
    coin,
    criteria,
    descending,
    field_of,
    local_history,
    play,
    players,
    seat_criteria,
    seats,
)

SEEDS = st.integers(0, 2**32)


def table(points: Sequence[int], met: dict[Pair, int]) -> Table:
    return Table(tuple(points), tuple(range(1, len(points) + 1)), met)


def best_by_every_pair(entrants: Sequence[Entrant]) -> tuple[int, int, int]:
    """Repeats, points and ranks of the best pairing of an even field, every pair weighed."""
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * len(entrants))
    for a, b in combinations(range(len(entrants)), 2):
        met, _, _, points, ranks = criteria(entrants, [(a, b)])
        graph.add_edge(a, b, -((met << 60) + (points << 30) + ranks))
    matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    met, _, _, points, ranks = criteria(entrants, [(a, b) for a, b in matched])
    return met, points, ranks


def best_by_networkx(entrants: Sequence[Entrant]) -> Criteria:
    """The best criteria by another library's matching of every pair and every bye."""
    size = len(entrants)
    graph = networkx.Graph()
    for a in range(size):
        others: list[int | None] = list(range(a + 1, size))
        for b in others + ([None] if size % 2 else []):
            weight = 0
            for criterion in seat_criteria(entrants, (a, b)):
                weight = (weight << 64) + criterion
            graph.add_edge(a, size if b is None else b, weight=weight)
    matched = networkx.min_weight_matching(graph)
    found = [(min(pair), None if max(pair) == size else max(pair)) for pair in matched]
    return criteria(entrants, found)


def judged(entrants: Sequence[Entrant], exact_up_to: int = 10_000) -> tuple[int, int, int]:
    """Repeats, points and ranks of the pairing under test."""
    pairing = pair_swiss(entrants, exact_up_to=exact_up_to)
    met, _, _, points, ranks = criteria(entrants, seats(entrants, pairing))
    return met, points, ranks


# ----------------------------------------------------------- the whole, against every pair


@given(st.integers(4, 20), st.integers(1, 7), st.integers(1, 12), st.integers(1, 6), SEEDS)
@settings(max_examples=200, deadline=None)
def test_even_fields_are_paired_as_well_as_by_every_pair(
    half: int, most: int, within: int, levels: int, seed: int
) -> None:
    chance = random.Random(seed)
    met = local_history(chance, 2 * half, most, within)
    entrants = field_of(descending(chance, 2 * half, levels), met)
    assert judged(entrants) == best_by_every_pair(entrants)


@given(st.integers(9, 33), st.integers(1, 7), st.integers(1, 12), st.integers(1, 6), SEEDS)
@settings(max_examples=20, deadline=None)
def test_any_field_is_paired_as_well_as_by_another_library(
    size: int, most: int, within: int, levels: int, seed: int
) -> None:
    chance = random.Random(seed)
    met = local_history(chance, size, most, within)
    byes = [chance.randrange(2) for _ in range(size)]
    entrants = field_of(descending(chance, size, levels), met, byes)
    assert criteria(entrants, seats(entrants, pair_swiss(entrants))) == best_by_networkx(entrants)


@given(st.integers(4, 16), st.floats(0.3, 1), SEEDS)
@settings(max_examples=40, deadline=None)
def test_crowded_histories_are_paired_as_well_as_by_every_pair(
    half: int, density: float, seed: int
) -> None:
    chance = random.Random(seed)
    met = {
        pair: chance.randint(1, 3)
        for pair in combinations(range(2 * half), 2)
        if chance.random() < density
    }
    entrants = field_of(descending(chance, 2 * half, 8), met)
    assert judged(entrants) == best_by_every_pair(entrants)


@given(st.integers(4, 20), st.integers(1, 5), SEEDS)
@settings(max_examples=40, deadline=None)
def test_a_field_out_of_the_order_of_points_is_paired_for_the_best_all_the_same(
    half: int, most: int, seed: int
) -> None:
    chance = random.Random(seed)
    met = local_history(chance, 2 * half, most, within=6)
    entrants = field_of([chance.randrange(9) for _ in range(2 * half)], met)
    assert judged(entrants) == best_by_every_pair(entrants)


@pytest.mark.parametrize("seed", [1, 2])
def test_whole_seasons_are_paired_as_well_as_by_every_pair(seed: int) -> None:
    for entrants, _ in play(players(120), 7, coin(random.Random(seed))):
        assert judged(entrants) == best_by_every_pair(entrants)


def test_a_large_field_of_equals_is_proven() -> None:
    *_, (entrants, pairing) = play(players(400), 6, all_draws)
    assert pairing.optimal == "proven"
    assert judged(entrants) == best_by_every_pair(entrants)


# ------------------------------------------------------------------------------ locality


@given(st.integers(4, 20), st.integers(1, 7), st.integers(1, 12), st.integers(1, 6), SEEDS)
@settings(max_examples=150, deadline=None)
def test_every_optimal_pair_is_short_and_inside_a_segment(
    half: int, most: int, within: int, levels: int, seed: int
) -> None:
    chance = random.Random(seed)
    ranked = table(
        descending(chance, 2 * half, levels), local_history(chance, 2 * half, most, within)
    )
    every_pair = [pair for pair in combinations(range(ranked.size), 2) if pair not in ranked.met]
    best = cheapest_matching(every_pair, pair_costs(ranked, every_pair, ranked.size))
    if len(best) < half:
        return
    bound = 2 * ranked.most_opponents + 1
    assert all(b - a <= bound for a, b in best)
    assert all(sum(a <= cut < b for a, b in best) <= bound for cut in range(ranked.size))
    parts = segments(ranked)
    assert set(best) <= {pair for part in parts for pair in part.pairs}
    assert [part.start for part in parts[1:]] == [part.stop for part in parts[:-1]]


def test_the_bound_on_the_span_is_attained() -> None:
    # 0 has met everyone but 3, and 3 everyone but 0: they span 2r + 1 = 3 with r = 1.
    ranked = table([0] * 4, {(0, 1): 1, (2, 3): 1})
    assert optimum.best_pairs(ranked, 4) == ([(0, 2), (1, 3)], True)
    enclosing = table([0] * 4, {(0, 2): 1, (1, 3): 1, (0, 1): 1, (2, 3): 1})
    assert optimum.best_pairs(enclosing, 4) == ([(0, 3), (1, 2)], True)


def test_a_first_round_falls_apart_into_neighbours() -> None:
    parts = segments(table([0] * 10, {}))
    assert [(part.start, part.stop) for part in parts] == [(i, i + 2) for i in range(0, 10, 2)]


# ------------------------------------------------------------------------------ the walk


def narrow_graph(chance: random.Random, size: int, span: int) -> tuple[list[Pair], list[int]]:
    pairs = [
        (a, b)
        for a in range(size)
        for b in range(a + 1, min(size, a + span + 1))
        if chance.random() < 0.6
    ]
    return pairs, [chance.getrandbits(60) for _ in pairs]


@given(st.integers(2, 40), st.integers(1, 6), SEEDS)
@settings(max_examples=150, deadline=None)
def test_the_walk_finds_what_the_matcher_finds(half: int, span: int, seed: int) -> None:
    pairs, costs = narrow_graph(random.Random(seed), 2 * half, span)
    matched = cheapest_matching(pairs, costs)
    walked = cheapest_walk(0, 2 * half, pairs, costs)
    assert walked == (matched if len(matched) == half else [])


def test_a_walk_may_start_anywhere() -> None:
    assert cheapest_walk(6, 10, [(6, 7), (6, 8), (7, 9)], [0, 5, 5]) == [(6, 8), (7, 9)]


# --------------------------------------------------------------------------- the matcher


@given(SEEDS)
@settings(max_examples=40, deadline=None)
def test_the_matcher_is_exact_up_to_its_last_bit(seed: int) -> None:
    pairs, _ = narrow_graph(random.Random(seed), 12, 5)
    chance = random.Random(seed)
    costs = [chance.getrandbits(MATCHER_BITS - 1 - 4) for _ in pairs]
    matched = cheapest_matching(pairs, costs)
    walked = cheapest_walk(0, 12, pairs, costs)
    assert walked == (matched if len(matched) == 6 else [])


def test_what_does_not_fit_the_matcher_is_refused() -> None:
    with pytest.raises(OverflowError, match="too far apart"):
        cheapest_matching([(0, 1)], [1 << MATCHER_BITS])


def test_points_as_far_apart_as_a_season_allows_leave_room_for_the_tie_break() -> None:
    # 100 rounds at 1,000 points a win, 10,000 players in one segment, pairs of 201 ranks.
    points = [100_000, 100_000, 1, *[0] * 9_997]
    pairs = [(0, 201), (1, 202), (0, 2)]
    one, equal, _ = pair_costs(table(points, {}), pairs, players=10_000)
    assert abs(one - equal).bit_length() > 16
    assert one.bit_length() + (10_000).bit_length() < MATCHER_BITS


# ------------------------------------------------------------------------------- windows


def equals_after(rounds: int, size: int) -> list[Entrant]:
    """A field on equal points, whose history lies nearer than any other's."""
    *_, (entrants, _) = play(players(size), rounds + 1, all_draws)
    return entrants


def test_what_is_too_large_is_paired_in_windows_and_says_so() -> None:
    entrants = equals_after(6, 600)
    pairing = pair_swiss(entrants, exact_up_to=500)
    assert pairing.optimal == "within_window"
    best, windowed = judged(entrants), judged(entrants, exact_up_to=500)
    assert windowed[:2] == best[:2] == (0, 0)
    assert best[2] <= windowed[2] <= best[2] * 1.02


@pytest.mark.parametrize("seed", [1, 3])
def test_windows_usually_find_the_optimum(seed: int) -> None:
    chance = random.Random(seed)
    entrants = field_of([0] * 600, local_history(chance, 600, 6, within=9))
    assert pair_swiss(entrants, exact_up_to=0).optimal == "within_window"
    assert judged(entrants, exact_up_to=0) == judged(entrants)


def test_windows_grow_until_nobody_is_stranded() -> None:
    # The first window of four would keep 0-1 and 2-3; 4 and 5 can only pair with 1 and 2.
    pairs, costs = [(0, 1), (0, 3), (1, 5), (2, 3), (2, 4)], [0, 9, 9, 0, 9]
    assert 2 * len(match_in_windows(range(6), pairs, costs, 4)) < 6
    assert pair_off_in_windows(range(6), pairs, costs, 4) == [(0, 3), (1, 5), (2, 4)]


def test_windows_leave_over_only_who_has_nobody() -> None:
    assert pair_off_in_windows(range(4), [(0, 2), (1, 2), (2, 3)], [1, 2, 3], 2) == [(0, 2)]


def test_a_large_field_that_falls_apart_is_proven_without_a_limit() -> None:
    *_, (entrants, _) = play(players(600), 6, coin(random.Random(7)))
    pairing = pair_swiss(entrants, exact_up_to=0)
    assert pairing == pair_swiss(entrants)
    assert pairing.optimal == "proven"


def test_a_large_field_out_of_order_is_paired_in_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(optimum, "EVERY_PAIR_UP_TO", 300)
    chance = random.Random(8)
    entrants = field_of(
        [chance.randrange(9) for _ in range(602)], local_history(chance, 602, 3, within=5)
    )
    pairing = pair_swiss(entrants)
    assert pairing.optimal == "within_window"
    assert len({name for m in pairing.matches for name in (m.first, m.second)}) == 602
    assert all(match.met_before == 0 for match in pairing.matches)


def test_a_large_field_where_all_have_met_is_paired_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(optimum, "EVERY_PAIR_UP_TO", 10)
    entrants = field_of([0] * 14, dict.fromkeys(combinations(range(14), 2), 1))
    pairing = pair_swiss(entrants)
    assert pairing.optimal == "within_window"
    assert [match.met_before for match in pairing.matches] == [1] * 7
