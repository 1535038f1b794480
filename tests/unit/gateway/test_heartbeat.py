"""The order in which listeners are told of a season."""

from collections.abc import Callable
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.gateway.domain.heartbeat import (
    ROUND_STEPS,
    News,
    Told,
    tell_step,
    tell_table,
)

ROUNDS = 3
Message = Callable[[Told], News]
STEPS = [(number, step) for number in range(1, ROUNDS + 1) for step in ROUND_STEPS]
TABLES = [(number, 1) for number in range(ROUNDS + 1)] + [(1, 2), (3, 2), (3, 3)]


def _step(number: int, step: str) -> Message:
    return partial(tell_step, round=number, step=step)


def _table(number: int, revision: int) -> Message:
    return partial(tell_table, round=number, revision=revision)


MESSAGES: list[Message] = [_step(*step) for step in STEPS] + [_table(*table) for table in TABLES]
ANY_ORDER = st.permutations(range(len(MESSAGES))).flatmap(
    lambda order: st.lists(st.sampled_from(order), max_size=20).map(lambda again: order + again)
)


def _tell_all(swiss: bool, order: list[int]) -> tuple[Told, list[tuple[str, int, int]]]:
    told, heard = Told("S", swiss=swiss), []
    for index in order:
        told, events = MESSAGES[index](told)
        heard += [(e.type, e.data["round"], e.data.get("revision", 0)) for e in events]
    return told, heard


def _places(heard: list[tuple[str, int, int]]) -> dict[tuple[str, int, int], int]:
    return {event: place for place, event in enumerate(heard)}


@given(st.booleans(), ANY_ORDER)
def test_everything_is_told_once_and_causes_first(swiss: bool, order: list[int]) -> None:
    told, heard = _tell_all(swiss, order)
    place = _places(heard)
    assert len(place) == len(heard) == len(STEPS) + len(TABLES)
    steps = [(number, kind) for kind, number, _ in heard if kind in ROUND_STEPS]
    assert steps == STEPS
    for number in range(1, ROUNDS + 1):
        table = place["standings_published", number, 1]
        assert place["round_closed", number, 0] < table
        if swiss and number < ROUNDS:
            assert table < place["round_opened", number + 1, 0]
    assert place["standings_published", 3, 1] < place["standings_published", 3, 2]
    assert place["standings_published", 3, 2] < place["standings_published", 3, 3]
    assert told.tables == {0: 1, 1: 2, 2: 1, 3: 3}


def test_one_late_message_tells_all_that_it_implies() -> None:
    told, events = tell_table(Told("S", swiss=True), 1)
    assert [event.type for event in events] == [
        "standings_published",
        "round_opened",
        "solving_opened",
        "round_closed",
        "standings_published",
    ]
    assert tell_step(told, 1, "solving_opened") == (told, [])
    assert tell_table(told, 0) == (told, [])


def test_a_round_robin_opens_without_waiting_for_tables() -> None:
    _, events = tell_step(Told("S"), 2, "round_opened")
    assert [event.type for event in events] == [*ROUND_STEPS, "round_opened"]


@pytest.mark.parametrize(("steps", "next_round"), [(0, 1), (1, None), (2, None), (3, 2), (6, 3)])
def test_a_round_can_open_once_the_one_before_has_closed(
    steps: int, next_round: int | None
) -> None:
    assert Told("S", steps=steps).next_round == next_round


def test_data_are_ids_and_numbers_alone() -> None:
    _, events = tell_table(Told("S"), 1)
    assert [event.data for event in events] == [
        *[{"season_id": "S", "round": 1}] * 3,
        {"season_id": "S", "round": 1, "revision": 1},
    ]
    assert all(event.audience is None for event in events)
