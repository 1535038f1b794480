"""Which tables are due and what they show, rule by rule."""

from collections.abc import Iterable

import pytest

from services.standings.domain.errors import RoundNotClosed
from services.standings.domain.facts import (
    Barred,
    Closed,
    Correction,
    Fact,
    Settled,
    gather,
)
from services.standings.domain.history import (
    DueTable,
    due_revisions,
    progress,
    table_at,
    table_so_far,
)
from services.standings.domain.preview import judged
from services.standings.domain.results import MatchOutcome, Outcome
from services.standings.domain.season import Bye
from tests.unit.standings.builders import (
    A_B,
    A_C,
    ABC,
    B_C,
    DRAW,
    POINTS,
    SECOND,
    TWO_ROUNDS,
)


def due(facts: Iterable[Fact]) -> list[tuple[int, int, int]]:
    tables = due_revisions(progress(gather(facts)), {})
    return [(table.round, table.revision, table.act) for table in tables]


def corrected(result: MatchOutcome, outcome: Outcome, act: int) -> Correction:
    return Correction(act, judged(result, outcome, POINTS))


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
    facts: list[Fact] = [
        ABC,
        Closed(1, 1),
        Barred(1, "B"),
        Settled(A_B, acts=1),
        Closed(2, 0, bye="A"),
    ]
    assert due(facts) == [(0, 1, 0), (1, 1, 1), (2, 1, 1)]
    assert table_at(gather(facts), 2, 1)[-1].account_id == "B"


def test_a_bye_counts_from_the_close_of_its_round() -> None:
    facts = gather([*TWO_ROUNDS[:3], Closed(2, 1), TWO_ROUNDS[4]])
    byes = {row.account_id: row.byes for row in table_at(facts, 2, 0)}
    assert byes == {"A": 0, "B": 0, "C": 1}
    assert facts.byes(1) == [Bye(1, "C")]


def test_a_table_so_far_is_shown_of_closed_rounds_only() -> None:
    facts = gather(TWO_ROUNDS[:4])
    assert table_so_far(facts, 1) == table_at(facts, 1, 0)
    played = {row.account_id: (row.played, row.byes) for row in table_so_far(facts, 2)}
    assert played == {"A": (1, 0), "B": (1, 1), "C": (0, 1)}
    with pytest.raises(RoundNotClosed):
        table_so_far(facts, 3)
    with pytest.raises(RoundNotClosed):
        table_so_far(gather([]), 0)
    with pytest.raises(RoundNotClosed):
        table_at(gather([]), 0, 0)


def test_a_table_so_far_shows_the_acts_known_without_a_gap() -> None:
    facts = gather([*TWO_ROUNDS[:4], Barred(1, "A"), Barred(3, "B")])
    positions = {row.account_id: row.position for row in table_so_far(facts, 2)}
    assert positions["A"] is None
    assert positions["B"] is not None
