"""Pairing the queue."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from services.ladder.domain.matchmaking import (
    FIRST_WINDOW,
    REMATCH_SECONDS,
    WIDENING,
    Waiting,
    may_meet,
    pair_up,
)

NOBODY: frozenset[frozenset[str]] = frozenset()


def met(*pairs: str) -> set[frozenset[str]]:
    return {frozenset(pair) for pair in pairs}


def pairs(queue: list[Waiting], recent=NOBODY) -> set[frozenset[str]]:
    return {frozenset(pair) for pair in pair_up(queue, recent)}


def test_two_within_each_others_window_are_paired_at_once():
    assert pair_up([Waiting("a", 1500, 0), Waiting("b", 1500 + FIRST_WINDOW, 0)], NOBODY) == [
        ("a", "b")
    ]
    assert pair_up([Waiting("a", 1500, 0), Waiting("b", 1501 + FIRST_WINDOW, 0)], NOBODY) == []


def test_the_window_widens_with_waiting_and_must_be_both_players():
    far = 1500 + FIRST_WINDOW + 5 * WIDENING
    assert pairs([Waiting("a", 1500, 5), Waiting("b", far, 5)]) == met("ab")
    assert pairs([Waiting("a", 1500, 5), Waiting("b", far, 4)]) == set()


def test_the_nearest_are_paired_and_everybody_who_can_be():
    queue = [Waiting("a", 1500, 0), Waiting("b", 1560, 0), Waiting("c", 1570, 0)]
    assert pairs(queue) == met("bc")
    assert pairs([*queue, Waiting("d", 1640, 0)]) == met("ab", "cd")


def test_who_has_waited_longer_is_the_first_player():
    assert pair_up([Waiting("a", 1500, 1), Waiting("b", 1500, 2)], NOBODY) == [("b", "a")]


def test_recent_opponents_meet_again_only_where_nobody_else_waits():
    two = [Waiting("a", 1500, 0), Waiting("b", 1500, 0)]
    assert pairs(two, met("ab")) == met("ab")
    far = Waiting("c", 2500, 0)
    assert pairs([*two, far], met("ab")) == set()
    assert pairs([*two, far], met("ab", "ac", "bc")) == met("ab")
    near = Waiting("c", 1590, 0)
    assert len(pairs([*two, near], met("ab")) & met("ac", "bc")) == 1


def test_recent_opponents_who_have_waited_for_long_meet_again():
    long = REMATCH_SECONDS
    queue = [Waiting("a", 1500, long), Waiting("b", 1500, long), Waiting("c", 9500, 0)]
    assert pairs(queue, met("ab")) == met("ab")


_waiting = st.builds(Waiting, st.just(""), st.integers(1500, 2600), st.integers(0, 90))
_queues = st.lists(_waiting, max_size=12).map(
    lambda queue: [Waiting(f"p{n:02}", w.points, w.seconds) for n, w in enumerate(queue)]
)


@given(_queues, st.data())
def test_nobody_is_paired_twice_with_oneself_or_out_of_reach(queue, data):
    everybody = [one.account_id for one in queue]
    possible = [frozenset(pair) for pair in combinations(everybody, 2)]
    recent = set(data.draw(st.lists(st.sampled_from(possible), max_size=8))) if possible else set()
    made = pair_up(queue, recent)
    by_id = {one.account_id: one for one in queue}
    named = [name for pair in made for name in pair]
    assert len(named) == len(set(named))
    assert all(may_meet(by_id[one], by_id[other]) for one, other in made)
    assert pair_up(data.draw(st.permutations(queue)), recent) == made


@given(_queues)
def test_no_two_who_could_be_paired_are_left_waiting(queue):
    paired = {name for pair in pair_up(queue, NOBODY) for name in pair}
    left = [one for one in queue if one.account_id not in paired]
    assert not any(may_meet(one, other) for one, other in combinations(left, 2))


def test_a_large_queue_is_paired_whole():
    queue = [Waiting(f"{n:03}", 1500 + 7 * (n % 60), n % 30) for n in range(400)]
    assert len(pair_up(queue, NOBODY)) == 200
