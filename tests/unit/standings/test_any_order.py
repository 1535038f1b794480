"""Whole seasons: whatever the order in which facts arrive, the same tables are published."""

from collections.abc import Iterable
from dataclasses import replace
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from services.standings.domain.digest import digest
from services.standings.domain.facts import (
    Closed,
    Fact,
    Settled,
    gather,
)
from services.standings.domain.history import (
    due_revisions,
    progress,
    table_at,
)
from tests.unit.standings.builders import (
    B_C,
    SECOND,
    TWO_ROUNDS,
)
from tests.unit.standings.live import Live, seasons


def arriving(facts: Iterable[Fact]) -> dict[tuple[int, int], str]:
    """What is published when after each fact everything due goes out."""
    known: list[Fact] = []
    out: dict[int, int] = {}
    published: dict[tuple[int, int], str] = {}
    for fact in facts:
        known.append(fact)
        state = gather(known)
        for table in due_revisions(progress(state), out):
            assert table.revision == out.get(table.round, 0) + 1
            out[table.round] = table.revision
            published[table.round, table.revision] = digest(table_at(state, table.round, table.act))
    return published


@given(seasons())
@settings(max_examples=60, deadline=None)
def test_in_order_exactly_what_happened_is_published(live: Live) -> None:
    assert arriving(live.facts) == live.published


@given(seasons(), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_any_order_and_any_repetition_publishes_the_same(live: Live, chance: Random) -> None:
    shuffled = [*live.facts, *chance.choices(live.facts, k=len(live.facts) // 2)]
    chance.shuffle(shuffled)
    assert arriving(shuffled) == live.published


@given(seasons())
@settings(max_examples=30, deadline=None)
def test_all_at_once_publishes_the_same(live: Live) -> None:
    state = gather(reversed(live.facts))
    tables = due_revisions(progress(state), {})
    assert {(one.round, one.revision) for one in tables} == set(live.published)
    for one in tables:
        rows = table_at(state, one.round, one.act)
        assert digest(rows) == live.published[one.round, one.revision]


def test_later_rounds_never_reach_back_into_a_published_table() -> None:
    """Whoever withdraws loses by forfeit from then on; the tables before stay as they were."""
    before = arriving(TWO_ROUNDS)
    lost = replace(B_C, by="forfeit", first=replace(B_C.first, played=False), outcome=SECOND)
    after = arriving([*TWO_ROUNDS, Closed(3, 1), Settled(lost, 0)])
    assert {key: after[key] for key in before} == before
