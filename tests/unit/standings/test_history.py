"""Which tables are due and what they show, whatever the order in which facts arrive."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.standings.domain.digest import digest
from services.standings.domain.errors import RoundNotClosed
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
    DueTable,
    due_revisions,
    is_complete,
    progress,
    table_at,
)
from services.standings.domain.preview import judged
from services.standings.domain.results import MatchOutcome, Outcome
from services.standings.domain.season import Bye
from services.standings.domain.table import standings
from tests.unit.standings.builders import (
    A_B,
    A_C,
    ABC,
    B_C,
    DRAW,
    POINTS,
    SECOND,
    TWO_ROUNDS,
    players,
    round_results,
)


def due(facts: Iterable[Fact]) -> list[tuple[int, int, int]]:
    tables = due_revisions(progress(gather(facts)), {})
    return [(table.round, table.revision, table.act) for table in tables]


def corrected(result: MatchOutcome, outcome: Outcome, act: int) -> Correction:
    return Correction(act, judged(result, outcome, POINTS))


# Single rules


def test_nothing_is_due_before_registration_closes() -> None:
    assert due(TWO_ROUNDS[1:]) == []
    assert due([ABC]) == [(0, 1, 0)]


def test_a_table_needs_its_round_closed_and_every_result() -> None:
    assert due(TWO_ROUNDS) == [(0, 1, 0), (1, 1, 0), (2, 1, 0)]
    for missing in range(1, 5):
        facts = TWO_ROUNDS[:missing] + TWO_ROUNDS[missing + 1 :]
        assert (2, 1, 0) not in due(facts)
    assert due([ABC, Settled(A_B, 0)]) == [(0, 1, 0)]


def test_what_is_published_is_not_due_again() -> None:
    facts = [*TWO_ROUNDS, corrected(A_B, DRAW, 1)]
    assert due_revisions(progress(gather(facts)), {0: 1, 1: 2, 2: 1}) == [DueTable(2, 2, 1)]


def test_a_correction_revises_every_table_from_its_round_on() -> None:
    assert due([*TWO_ROUNDS, corrected(A_C, DRAW, 1)]) == [
        (0, 1, 0),
        (1, 1, 0),
        (2, 1, 0),
        (2, 2, 1),
    ]
    facts = gather([*TWO_ROUNDS, corrected(A_B, DRAW, 1)])
    before, after = table_at(facts, 2, 0), table_at(facts, 2, 1)
    assert [row.points for row in before if row.account_id == "A"] == [6]
    assert [row.points for row in after if row.account_id == "A"] == [4]


def test_acts_done_before_the_last_result_are_in_the_first_revision() -> None:
    facts = [*TWO_ROUNDS[:-1], corrected(A_B, DRAW, 1), Settled(A_C, acts=1)]
    assert due(facts) == [(0, 1, 0), (1, 1, 0), (1, 2, 1), (2, 1, 1)]


def test_a_table_waits_for_the_acts_it_counts() -> None:
    late = [*TWO_ROUNDS[:-1], Settled(A_C, acts=2), corrected(A_B, SECOND, 2)]
    assert due(late) == [(0, 1, 0), (1, 1, 0)]
    assert due([*late, corrected(A_B, DRAW, 1)])[-1] == (2, 1, 2)


def test_a_later_correction_of_the_same_match_replaces_the_earlier() -> None:
    facts = gather([*TWO_ROUNDS, corrected(A_B, DRAW, 1), corrected(A_B, SECOND, 2)])
    assert [row.account_id for row in table_at(facts, 1, 2) if row.wins] == ["B"]


def test_a_disqualification_shows_with_the_next_revision_or_table() -> None:
    facts = [*TWO_ROUNDS, Barred(1, "A")]
    assert due(facts)[-1] == (2, 1, 0)
    again = [*facts, corrected(A_B, DRAW, 2)]
    assert due(again)[-1] == (2, 2, 2)
    assert table_at(gather(again), 2, 2)[-1].account_id == "A"
    onward = [*facts, Closed(3, 1, bye="A"), Settled(B_C, acts=1)]
    assert due(onward)[-1] == (3, 1, 1)
    assert table_at(gather(onward), 3, 1)[-1].position is None


def test_after_the_last_round_a_disqualification_makes_a_revision_of_its_own() -> None:
    full = [*TWO_ROUNDS, Closed(3, 1, bye="A"), Settled(B_C, acts=0)]
    assert due([*full, Barred(1, "A")])[-2:] == [(3, 1, 0), (3, 2, 1)]


def test_so_does_one_after_a_season_that_finished_early() -> None:
    assert due([*TWO_ROUNDS, Barred(1, "A", last_round=2)])[-2:] == [(2, 1, 0), (2, 2, 1)]


def test_a_round_of_byes_alone_has_a_table() -> None:
    facts = [*TWO_ROUNDS[:-2], Barred(1, "B"), corrected(A_B, DRAW, 2), Closed(2, 0, bye="A")]
    assert due(facts)[-2:] == [(2, 1, 0), (2, 2, 2)]


def test_a_round_without_matches_does_not_forget_the_acts_before_it() -> None:
    facts = [ABC, Closed(1, 1), Barred(1, "B"), Settled(A_B, acts=1), Closed(2, 0, bye="A")]
    assert due(facts) == [(0, 1, 0), (1, 1, 1), (2, 1, 1)]
    assert table_at(gather(facts), 2, 1)[-1].account_id == "B"


def test_a_bye_counts_from_the_close_of_its_round_and_if_it_earns() -> None:
    facts = gather([*TWO_ROUNDS[:3], Closed(2, 1, bye="B", bye_earns=False), TWO_ROUNDS[4]])
    byes = {row.account_id: row.byes for row in table_at(facts, 2, 0)}
    assert byes == {"A": 0, "B": 0, "C": 1}
    assert facts.byes(1) == [Bye(1, "C")]


def test_complete_is_asked_of_closed_rounds_only() -> None:
    facts = gather(TWO_ROUNDS[:4])
    assert is_complete(facts, 0)
    assert is_complete(facts, 1)
    assert not is_complete(facts, 2)
    with pytest.raises(RoundNotClosed):
        is_complete(facts, 3)
    with pytest.raises(RoundNotClosed):
        is_complete(gather([]), 0)
    with pytest.raises(RoundNotClosed):
        table_at(gather([]), 0, 0)


# A whole season, told as it happens


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
        self.facts.append(Closed(number, len(matches), bye, bye not in self.barred))
        if bye and bye not in self.barred:
            self.byes.append(Bye(number, bye))

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
    after = arriving([*TWO_ROUNDS, Closed(3, 1, bye="A", bye_earns=False), Settled(lost, 0)])
    assert {key: after[key] for key in before} == before
