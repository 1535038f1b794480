"""The Swiss pairing as its users see it: what other systems are reported to get wrong."""

import random
from collections import Counter
from dataclasses import replace
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.scheduler.domain.swiss import Entrant, PairedMatch, Pairing, pair_swiss
from tests.unit.scheduler.swiss_fields import (
    after,
    all_draws,
    best_by_trying,
    coin,
    criteria,
    field,
    field_of,
    play,
    players,
    seats,
)

THIRTEEN = list(range(13))


def pairs(pairing: Pairing) -> set[frozenset[str]]:
    return {frozenset((match.first, match.second)) for match in pairing.matches}


def two(*names: str) -> set[frozenset[str]]:
    return {frozenset(name) for name in names}


def repeats(pairing: Pairing) -> int:
    return sum(match.met_before for match in pairing.matches)


def seated_once(entrants: list[Entrant], pairing: Pairing) -> bool:
    names = [name for match in pairing.matches for name in (match.first, match.second)]
    names += [] if pairing.bye is None else [pairing.bye]
    return sorted(names) == sorted(entrant.account_id for entrant in entrants)


# ----------------------------------------------------------------------------- repeats


def test_the_only_pairing_without_a_repeat_is_found() -> None:
    entrants = field({"A": 6, "B": 3, "C": 3, "D": 0}, played="AB CD AC BD")
    assert pairs(pair_swiss(entrants)) == two("AD", "BC")


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_every_history_of_a_tiny_field_has_as_few_repeats_as_possible(size: int) -> None:
    every_pair = list(combinations(range(size), 2))
    for played in product((0, 1), repeat=len(every_pair)):
        entrants = field_of([0] * size, dict(zip(every_pair, played, strict=True)))
        assert repeats(pair_swiss(entrants)) == best_by_trying(entrants)[0]


@given(st.integers(6, 8), st.integers(0, 2**32), st.floats(0.2, 1), st.integers(1, 3))
@settings(max_examples=150, deadline=None)
def test_any_history_of_a_small_field_is_paired_for_the_best(
    size: int, seed: int, density: float, most: int
) -> None:
    chance = random.Random(seed)
    met = {
        pair: chance.randint(1, most)
        for pair in combinations(range(size), 2)
        if chance.random() < density
    }
    points = sorted((chance.randint(0, 4) for _ in range(size)), reverse=True)
    entrants = field_of(points, met, byes=[chance.randint(0, 2) for _ in range(size)])
    pairing = pair_swiss(entrants)
    assert criteria(entrants, seats(entrants, pairing)) == best_by_trying(entrants)
    assert pairing.optimal == "proven"


@given(st.integers(0, 2**32))
@settings(max_examples=25, deadline=None)
def test_eight_players_play_all_seven_rounds(seed: int) -> None:
    rounds = list(play(players(8), 7, coin(random.Random(seed))))
    assert all(len(pairing.matches) == 4 for _, pairing in rounds)
    assert [repeats(pairing) for _, pairing in rounds[:4]] == [0, 0, 0, 0]


def test_six_players_after_three_rounds_of_two_camps_repeat_once() -> None:
    entrants = field(dict.fromkeys("ABCDEF", 0), played="AD BE CF AE BF CD AF BD CE")
    pairing = pair_swiss(entrants)
    assert len(pairing.matches) == 3
    assert [match.met_before for match in pairing.matches].count(1) == 1
    assert repeats(pairing) == 1


def test_two_players_meet_again_and_again() -> None:
    rounds = [pairing for _, pairing in play(players(2), 4, all_draws)]
    assert [repeats(pairing) for pairing in rounds] == [0, 1, 2, 3]


def test_annulled_or_departed_opponents_count_only_while_they_are_in_the_field() -> None:
    entrants = field({"A": 0, "B": 0, "C": 0, "D": 0}, played="AB")
    entrants[2] = replace(entrants[2], opponents=("gone", "gone"))
    assert pairs(pair_swiss(entrants)) == two("AC", "BD")


# -------------------------------------------------------------------------------- byes


def test_the_bye_goes_to_the_lowest_ranked_of_those_with_the_fewest() -> None:
    entrants = field(dict.fromkeys("ABCDE", 0), byes={"D": 1, "E": 1, "A": 1})
    assert pair_swiss(entrants).bye == "C"


def test_nobody_has_a_second_bye_while_someone_has_had_none() -> None:
    rounds = [pairing.bye for _, pairing in play(players(9), 9, coin(random.Random(1)))]
    assert len(set(rounds)) == 9


def test_a_second_bye_is_given_if_it_alone_avoids_a_repeat() -> None:
    entrants = field({"A": 3, "B": 3, "C": 0}, played="AC BC", byes={"C": 1})
    pairing = pair_swiss(entrants)
    assert pairing.bye == "C"
    assert repeats(pairing) == 0


def test_three_players_over_nine_rounds_have_three_byes_each() -> None:
    byes = Counter(pairing.bye for _, pairing in play(players(3), 9, coin(random.Random(2))))
    assert byes == {"p1": 3, "p2": 3, "p3": 3}


def test_an_odd_field_that_loses_one_player_has_no_bye() -> None:
    entrants = players(7)
    ranked = after(entrants, pair_swiss(entrants), all_draws)
    assert pair_swiss(ranked).bye is not None
    assert pair_swiss(ranked[:3] + ranked[4:]).bye is None


def test_the_gap_that_the_bye_leaves_counts_in_the_ranks() -> None:
    entrants = field(dict.fromkeys("ABCDE", 0), byes={"A": 1, "B": 1, "D": 1, "E": 1})
    differences = {
        frozenset((match.first, match.second)): match.rank_difference
        for match in pair_swiss(entrants).matches
    }
    assert differences == {frozenset("AB"): 1, frozenset("DE"): 1}
    crossing = field(dict.fromkeys("ABCDE", 0), "AB DE", {"A": 1, "B": 1, "D": 1, "E": 1})
    assert sorted(m.rank_difference for m in pair_swiss(crossing).matches) == [3, 3]


# ----------------------------------------------------------------- points before ranks


def test_points_come_before_ranks() -> None:
    # A-C, B-D and E-F would have nobody further than two ranks apart.
    entrants = field({"A": 6, "B": 6, "C": 0, "D": 0, "E": 0, "F": 0}, played="CD DF")
    assert pairs(pair_swiss(entrants)) == two("AB", "CF", "DE")


def test_all_draws_in_round_one_leave_a_second_round() -> None:
    *_, (_, second) = play(players(1000), 2, all_draws)
    assert repeats(second) == 0
    assert second.optimal == "proven"
    assert all(match.points_difference == 0 for match in second.matches)


@pytest.mark.parametrize("win", [1, 3, 1000])
def test_the_unit_of_points_does_not_matter(win: int) -> None:
    chance = random.Random(5)
    units = sorted((chance.randrange(5) for _ in THIRTEEN), reverse=True)
    met = {pair: 1 for pair in combinations(THIRTEEN, 2) if chance.random() < 0.4}
    entrants = field_of([win * unit for unit in units], met)
    assert pairs(pair_swiss(entrants)) == pairs(pair_swiss(field_of(units, met)))


# ------------------------------------------------------------------- what a match says


def test_a_match_says_why_the_two_meet() -> None:
    (match,) = pair_swiss(field({"A": 7, "B": 3}, played="AB AB")).matches
    assert match == PairedMatch("A", "B", points_difference=4, rank_difference=1, met_before=2)


def test_first_named_is_who_was_first_fewer_times() -> None:
    entrants = field({"A": 3, "B": 0})
    entrants[0] = replace(entrants[0], times_first=1)
    assert pair_swiss(entrants).matches[0].first == "B"


def test_then_the_lower_lot_is_first_named() -> None:
    entrants = field({"A": 3, "B": 0})
    entrants[0] = replace(entrants[0], lot=5)
    assert pair_swiss(entrants).matches[0].first == "B"


def test_matches_are_listed_by_their_better_ranked_player() -> None:
    *_, (entrants, pairing) = play(players(30), 5, coin(random.Random(3)))
    place = {entrant.account_id: i for i, entrant in enumerate(entrants)}
    tops = [min(place[match.first], place[match.second]) for match in pairing.matches]
    assert tops == sorted(tops)


def test_the_digest_is_that_of_the_field() -> None:
    entrants = field({"A": 3, "B": 3, "C": 0, "D": 0}, played="AB AC")
    mirrored = [replace(e, opponents=tuple(reversed(e.opponents))) for e in entrants]
    scored = [replace(entrants[0], points=4), *entrants[1:]]
    assert pair_swiss(entrants).digest == pair_swiss(mirrored).digest
    assert pair_swiss(entrants).digest != pair_swiss(scored).digest
    assert len(pair_swiss(entrants).digest) == 64


# ------------------------------------------------------------------------ whole seasons


@given(st.integers(2, 24), st.integers(1, 12), st.integers(0, 2**32))
@settings(max_examples=25, deadline=None)
def test_every_round_of_any_season_seats_everyone_once(size: int, rounds: int, seed: int) -> None:
    for entrants, pairing in play(players(size), rounds, coin(random.Random(seed))):
        assert seated_once(entrants, pairing)
        most = max(len(set(entrant.opponents)) for entrant in entrants)
        if size - size % 2 >= 2 * most + 2:
            assert repeats(pairing) == 0


@pytest.mark.parametrize("size", [0, 1])
def test_fewer_than_two_cannot_be_paired(size: int) -> None:
    with pytest.raises(ValueError, match="two entrants"):
        pair_swiss(players(size))


def test_an_account_cannot_be_in_the_field_twice() -> None:
    with pytest.raises(ValueError, match="twice"):
        pair_swiss([*players(3), *players(1)])
