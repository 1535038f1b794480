"""The judge of Swiss rounds, against known cases and a plain listing of every round."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

import pytest

from tests.reference.swiss import Standing, complaints, cost, optimum


def _standings(*points: int, byes: Sequence[int] = ()) -> list[Standing]:
    given = list(byes) or [0] * len(points)
    letters = "ABCDEFGHIJKLM"
    return [
        Standing(letters[i], i + 1, p, b)
        for i, (p, b) in enumerate(zip(points, given, strict=True))
    ]


def _met(text: str) -> Counter[frozenset[str]]:
    return Counter(frozenset(pair) for pair in text.split())


def _all_rounds(names: Sequence[str]) -> Iterator[tuple[list[tuple[str, str]], str | None]]:
    """Every round, first-named in the order of the ranks."""
    if not names:
        yield [], None
        return
    top, others = names[0], names[1:]
    if len(names) % 2 == 1:
        yield from ((pairs, top) for pairs, _ in _all_rounds(others))
    for other in others:
        for pairs, bye in _all_rounds([name for name in others if name != other]):
            yield [(top, other), *pairs], bye


def test_the_only_round_that_is_right() -> None:
    ranked, met = _standings(6, 3, 3, 0), _met("AB CD AC BD")
    assert complaints(ranked, met, [("A", "D"), ("B", "C")], None) == []
    assert complaints(ranked, met, [("A", "B"), ("C", "D")], None) != []
    assert complaints(ranked, met, [("D", "A"), ("B", "C")], None) == ["D stands before A"]
    assert complaints(ranked, met, [("A", "D")], None) != []


@pytest.mark.parametrize("players", range(2, 8))
def test_the_search_finds_what_listing_every_round_finds(players: int) -> None:
    rng = Random(players)
    for _ in range(25):
        points = sorted((rng.randint(0, 6) for _ in range(players)), reverse=True)
        ranked = _standings(*points, byes=[rng.randint(0, 2) for _ in range(players)])
        names = [player.account_id for player in ranked]
        met = Counter(
            {frozenset(pair): rng.choice((0, 0, 1, 2)) for pair in combinations(names, 2)}
        )
        costs = [cost(ranked, met, pairs, bye) for pairs, bye in _all_rounds(names)]
        assert min(costs) == optimum(ranked, met)


def _play(players: int, rounds: int) -> tuple[Counter[frozenset[str]], Counter[str]]:
    """Rounds of the best pairings with everyone level on points."""
    names = [player.account_id for player in _standings(*[0] * players)]
    met: Counter[frozenset[str]] = Counter()
    byes: Counter[str] = Counter()
    for _ in range(rounds):
        ranked = _standings(*[0] * players, byes=[byes[name] for name in names])
        best = optimum(ranked, met)
        pairs, bye = next(r for r in _all_rounds(names) if cost(ranked, met, *r) == best)
        met.update(frozenset(pair) for pair in pairs)
        byes.update([bye] if bye else [])
    return met, byes


def test_eight_players_meet_in_seven_rounds_without_a_repeat() -> None:
    met, _ = _play(8, 7)
    assert set(met.values()) == {1}
    assert len(met) == 28


def test_three_players_share_nine_byes() -> None:
    assert _play(3, 9)[1] == {"A": 3, "B": 3, "C": 3}


def test_one_repeat_where_two_camps_have_met_in_full() -> None:
    met = _met("AD AE AF BD BE BF CD CE CF")
    assert optimum(_standings(0, 0, 0, 0, 0, 0), met)[0] == 1


def test_a_second_bye_only_where_it_alone_avoids_a_repeat() -> None:
    ranked = _standings(3, 1, 0, byes=[0, 0, 1])
    assert optimum(ranked, _met("AC"))[:2] == (0, 0)
    assert optimum(ranked, _met("AC BC"))[:2] == (0, 1)
