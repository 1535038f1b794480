"""Whole seasons: whatever the order in which facts arrive, the same tables are published."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from services.standings.domain.digest import digest
from services.standings.domain.facts import (
    Barred,
    Closed,
    Correction,
    Fact,
    Registered,
    Settled,
    gather,
)
from services.standings.domain.history import (
    due_revisions,
    progress,
    table_at,
)
from services.standings.domain.preview import judged
from services.standings.domain.results import MatchOutcome, Outcome
from services.standings.domain.season import Bye
from services.standings.domain.table import standings
from tests.unit.standings.builders import (
    B_C,
    POINTS,
    SECOND,
    TWO_ROUNDS,
    players,
    round_results,
)


@dataclass
class Live:
    """Publishes as it goes along, knowing only what has happened so far, in order.

    The plainest reading of the rule: the state is the present one, nothing is looked up.
    """

    rounds: int
    names: str
    results: dict[str, MatchOutcome] = field(default_factory=dict)
    barred: set[str] = field(default_factory=set)
    byes: list[Bye] = field(default_factory=list)
    facts: list[Fact] = field(default_factory=list)
    acts: int = 0
    done: int = -1
    published: dict[tuple[int, int], str] = field(default_factory=dict)
    revision: dict[int, int] = field(default_factory=dict)

    def open(self) -> None:
        self.facts.append(Registered(players(self.names), POINTS, self.rounds))
        self.publish(0)

    def publish(self, after_round: int) -> None:
        rows = standings(
            players(self.names),
            [result for result in self.results.values() if result.round <= after_round],
            [bye for bye in self.byes if bye.round <= after_round],
            POINTS,
            frozenset(self.barred),
        )
        self.revision[after_round] = self.revision.get(after_round, 0) + 1
        self.done = max(self.done, after_round)
        self.published[after_round, self.revision[after_round]] = digest(rows)

    def close(self, matches: list[MatchOutcome], bye: str | None) -> None:
        number = self.done + 1
        earning = None if bye in self.barred else bye
        self.facts.append(Closed(number, len(matches), earning))
        if earning:
            self.byes.append(Bye(number, earning))

    def settle(self, result: MatchOutcome) -> None:
        self.facts.append(Settled(result, self.acts))
        self.results[result.match_id] = result

    def correct(self, match_id: str, outcome: Outcome | None) -> None:
        self.acts += 1
        changed = judged(self.results[match_id], outcome, POINTS)
        self.results[match_id] = changed
        self.facts.append(Correction(self.acts, changed))
        for after_round in range(changed.round, self.done + 1):
            self.publish(after_round)

    def bar(self, name: str) -> None:
        self.acts += 1
        self.barred.add(name)
        self.facts.append(Barred(self.acts, name))
        if self.done == self.rounds:
            self.publish(self.done)


@st.composite
def seasons(draw: st.DrawFn) -> Live:
    names = "ABCDE"[: draw(st.integers(2, 5))]
    live = Live(rounds=draw(st.integers(1, 3)), names=names)
    live.open()
    for number in range(1, live.rounds + 1):
        matches = draw(round_results(list(names), number))
        paired = {side.account_id for one in matches for side in (one.first, one.second)}
        live.close(matches, next(iter(set(names) - paired), None))
        for result in matches:
            some_acts(draw, live)
            live.settle(result)
        live.publish(number)
        some_acts(draw, live)
    return live


def some_acts(draw: st.DrawFn, live: Live) -> None:
    """Now and then an operator acts; only closed matches can be corrected."""
    for kind in draw(st.lists(st.sampled_from(["correct", "bar"]), max_size=2)):
        if kind == "bar":
            live.bar(draw(st.sampled_from(live.names)))
        elif live.results:
            outcome = draw(st.sampled_from([None, *Outcome]))
            live.correct(draw(st.sampled_from(sorted(live.results))), outcome)


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
