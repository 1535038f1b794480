"""What a correction or annulment would change."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.standings.domain.errors import MatchOpen
from services.standings.domain.facts import (
    Barred,
    Closed,
    Correction,
    Fact,
    Facts,
    Registered,
    Settled,
    gather,
)
from services.standings.domain.history import table_at
from services.standings.domain.preview import judged, preview, rounds_paired_since
from services.standings.domain.results import MatchOutcome, Outcome
from services.standings.domain.table import Row
from tests.unit.standings.builders import (
    A_B,
    ABC,
    DRAW,
    FIRST,
    NONE,
    POINTS,
    SECOND,
    TWO_ROUNDS,
    any_result,
    match,
    players,
)

WON = match("A", "B", difference=2, solved_in=(4, 6), round=1, match_id="won")


def of(rows: tuple[Row, ...], name: str) -> Row:
    return next(row for row in rows if row.account_id == name)


def test_a_correction_shows_the_latest_table_before_and_after() -> None:
    seen = preview(gather(TWO_ROUNDS), A_B.match_id, SECOND)
    assert (of(seen.before, "A").points, of(seen.before, "B").points) == (6, 3)
    assert (of(seen.after, "A").points, of(seen.after, "B").points) == (3, 6)
    assert seen.after[0].account_id == "B"


def test_an_annulment_takes_the_match_out() -> None:
    seen = preview(gather(TWO_ROUNDS), A_B.match_id, None)
    assert (of(seen.after, "A").played, of(seen.after, "A").points) == (1, 3)
    assert of(seen.before, "A").played == 2


def test_after_is_the_revision_that_would_be_published() -> None:
    """A disqualification that waits for the next revision shows in it."""
    facts: list[Fact] = [*TWO_ROUNDS, Barred(1, "C")]
    seen = preview(gather(facts), A_B.match_id, DRAW)
    assert of(seen.before, "C").position is not None
    assert of(seen.after, "C").position is None
    done = gather([*facts, Correction(2, judged(A_B, DRAW, POINTS))])
    assert seen.after == table_at(done, 2, 2)
    assert seen.before == table_at(done, 2, 0)


def test_what_has_been_corrected_can_be_judged_again() -> None:
    facts = gather([*TWO_ROUNDS, Correction(1, judged(A_B, None, POINTS))])
    seen = preview(facts, A_B.match_id, FIRST)
    assert of(seen.before, "A").played == 1
    assert of(seen.after, "A").played == 2


@pytest.mark.parametrize(
    "facts",
    [
        [],
        [ABC],
        [ABC, Closed(1, 1, bye="C")],
        [ABC, Closed(1, 2), Settled(A_B, 0)],
    ],
)
def test_a_match_without_a_table_cannot_be_judged(facts: list[Fact]) -> None:
    with pytest.raises(MatchOpen):
        preview(gather(facts), A_B.match_id, DRAW)


def test_nothing_is_changed_by_looking() -> None:
    facts = gather(TWO_ROUNDS)
    preview(facts, A_B.match_id, DRAW)
    assert facts == gather(TWO_ROUNDS)


def test_a_correction_gives_the_win_and_points_of_its_outcome_and_no_difference() -> None:
    changed = judged(WON, SECOND, POINTS)
    assert (changed.first.points, changed.second.points) == (0, 3)
    assert (changed.attempt_difference, changed.by, changed.revision) == (0, "corrected", 2)
    assert (changed.first.solved, changed.second.attempts) == (True, 6)


def test_corrected_to_none_both_have_lost_at_nothing() -> None:
    row = of(preview(one_match(WON), "won", NONE).after, "A")
    assert (row.losses, row.points, row.solved_games) == (1, 0, 1)


def test_correcting_lifts_an_annulment() -> None:
    assert not judged(judged(WON, None, POINTS), FIRST, POINTS).annulled


@given(any_result("A", "B", 1), st.sampled_from(Outcome))
@settings(max_examples=50, deadline=None)
def test_annulling_and_correcting_is_correcting(result: MatchOutcome, outcome: Outcome) -> None:
    annulled = judged(result, None, POINTS)
    assert annulled.annulled
    assert annulled.outcome is result.outcome
    assert (annulled.first.points, annulled.second.points) == (0, 0)
    again, direct = judged(annulled, outcome, POINTS), judged(result, outcome, POINTS)
    assert (again.first, again.second, again.outcome) == (
        direct.first,
        direct.second,
        direct.outcome,
    )


def test_rounds_paired_since_are_those_after_the_match_in_a_swiss() -> None:
    assert rounds_paired_since(2, [4, 1, 3, 2, 3], by_table=True) == [3, 4]
    assert rounds_paired_since(2, [1, 2, 3, 4], by_table=False) == []


def one_match(result: MatchOutcome) -> Facts:
    return gather([Registered(players("AB"), POINTS, rounds=1), Closed(1, 1), Settled(result, 0)])
