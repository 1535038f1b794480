"""The double round robin: the published tables, and what must hold for every size."""

from collections import Counter

import pytest

from services.scheduler.domain.berger import RobinRound, robin_round

PUBLISHED = {
    4: "1-4 2-3 | 4-3 1-2 | 2-4 3-1",
    6: "1-6 2-5 3-4 | 6-4 5-3 1-2 | 2-6 3-1 4-5 | 6-5 1-4 2-3 | 3-6 4-2 5-1",
    8: "1-8 2-7 3-6 4-5 | 8-5 6-4 7-3 1-2 | 2-8 3-1 4-7 5-6 | 8-6 7-5 1-4 2-3 | "
    "3-8 4-2 5-1 6-7 | 8-7 1-6 2-5 3-4 | 4-8 5-3 6-2 7-1",
}
SIZES = range(2, 41)


def as_text(rounds: tuple[RobinRound, ...]) -> str:
    return " | ".join(" ".join(f"{a}-{b}" for a, b in one.matches) for one in rounds)


def double_round_robin(players: int) -> tuple[RobinRound, ...]:
    rounds = 2 * (players - 1 + players % 2)
    return tuple(robin_round(players, number) for number in range(1, rounds + 1))


def leg(players: int, number: int) -> tuple[RobinRound, ...]:
    return tuple(one for one in double_round_robin(players) if one.leg == number)


@pytest.mark.parametrize("players", PUBLISHED)
def test_first_leg_is_the_published_table(players: int) -> None:
    assert as_text(leg(players, 1)) == PUBLISHED[players]


def test_two_players_meet_twice_with_the_order_reversed() -> None:
    assert as_text(double_round_robin(2)) == "1-2 | 2-1"


def test_an_odd_field_is_the_next_table_with_its_highest_number_missing() -> None:
    first = leg(5, 1)
    assert as_text(first) == "2-5 3-4 | 5-3 1-2 | 3-1 4-5 | 1-4 2-3 | 4-2 5-1"
    assert [one.bye for one in first] == [1, 4, 2, 5, 3]


@pytest.mark.parametrize(("players", "rounds"), [(2, 2), (3, 6), (4, 6), (5, 10), (40, 78)])
def test_number_of_rounds(players: int, rounds: int) -> None:
    assert robin_round(players, rounds).number == rounds
    with pytest.raises(ValueError, match=f"no round {rounds + 1}"):
        robin_round(players, rounds + 1)


@pytest.mark.parametrize("players", SIZES)
def test_everyone_meets_everyone_once_a_leg(players: int) -> None:
    for number in (1, 2):
        met = Counter(frozenset(match) for one in leg(players, number) for match in one.matches)
        assert set(met.values()) == {1}
        assert len(met) == players * (players - 1) // 2


@pytest.mark.parametrize("players", SIZES)
def test_each_round_holds_every_player_once(players: int) -> None:
    for one in double_round_robin(players):
        present = [player for match in one.matches for player in match]
        present += [] if one.bye is None else [one.bye]
        assert sorted(present) == list(range(1, players + 1))


@pytest.mark.parametrize("players", SIZES)
def test_byes_are_one_a_leg_each_in_odd_fields_and_none_in_even_ones(players: int) -> None:
    for number in (1, 2):
        byes = sorted(one.bye for one in leg(players, number) if one.bye is not None)
        assert byes == (list(range(1, players + 1)) if players % 2 else [])


@pytest.mark.parametrize("players", SIZES)
def test_second_leg_repeats_the_rounds_with_the_two_reversed(players: int) -> None:
    for ahead, back in zip(leg(players, 1), leg(players, 2), strict=True):
        assert back.matches == tuple((b, a) for a, b in ahead.matches)
        assert back.bye == ahead.bye


@pytest.mark.parametrize("players", SIZES)
def test_over_both_legs_everyone_is_first_as_often_as_second(players: int) -> None:
    calendar = double_round_robin(players)
    firsts = Counter(a for one in calendar for a, _ in one.matches)
    assert set(firsts.values()) == {players - 1}


@pytest.mark.parametrize("players", [-1, 0, 1])
def test_fewer_than_two_players_are_refused(players: int) -> None:
    with pytest.raises(ValueError, match="two players"):
        robin_round(players, 1)


@pytest.mark.parametrize("number", [0, 7])
def test_a_round_outside_the_calendar_is_refused(number: int) -> None:
    with pytest.raises(ValueError, match=f"no round {number}"):
        robin_round(4, number)
