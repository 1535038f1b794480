"""Annulling and correcting results."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.match.domain.correction import annul, correct, correctable
from services.match.domain.duel import Kind, Side
from services.match.domain.errors import MatchOpen, OwnMatch, UseLadderVoid
from services.match.domain.result import Outcome, Points, Result, settle
from services.match.domain.settings import PointValues
from tests.unit.match.building import CLOSE, WRONG, played_duel, solved_in

VALUES = PointValues(win=5, draw=2, loss=1)
DUEL = played_duel(solved_in(Side.FIRST, 4), [WRONG] * 10, ended_at=CLOSE)
RESULT = settle(DUEL, VALUES)


def test_an_annulled_result_counts_for_nothing_and_tells_its_outcome() -> None:
    annulled = annul(RESULT)
    assert (annulled.outcome, annulled.by) == ("first", "only_solver")
    assert (annulled.points, annulled.attempt_difference) == (Points(0, 0), 0)
    assert (annulled.annulled, annulled.revision) == (True, 2)


def test_annulling_twice_is_annulling_once() -> None:
    annulled = annul(RESULT)
    assert annul(annulled) is annulled


@pytest.mark.parametrize(
    ("outcome", "points"),
    [("first", (5, 1)), ("second", (1, 5)), ("draw", (2, 2)), ("none", (0, 0))],
)
def test_a_corrected_result_has_the_points_of_its_outcome(
    outcome: str, points: tuple[int, int]
) -> None:
    corrected = correct(RESULT, Outcome(outcome), VALUES)
    assert (corrected.outcome, corrected.by) == (outcome, "corrected")
    assert (corrected.points, corrected.attempt_difference) == (Points(*points), 0)
    assert (corrected.annulled, corrected.revision) == (False, 2)


def test_solved_games_stay_counted() -> None:
    corrected = correct(annul(RESULT), Outcome.SECOND, VALUES)
    assert (corrected.first, corrected.second) == (RESULT.first, RESULT.second)
    assert corrected.first.solved


def test_correcting_lifts_an_annulment() -> None:
    lifted = correct(annul(RESULT), Outcome.FIRST, VALUES)
    assert (lifted.annulled, lifted.points, lifted.revision) == (False, Points(5, 1), 3)


def test_a_corrected_result_can_be_annulled() -> None:
    annulled = annul(correct(RESULT, Outcome.DRAW, VALUES))
    assert (annulled.outcome, annulled.by, annulled.annulled) == ("draw", "corrected", True)
    assert (annulled.points, annulled.revision) == (Points(0, 0), 3)


def test_the_same_correction_again_changes_nothing() -> None:
    corrected = correct(RESULT, Outcome.DRAW, VALUES)
    assert correct(corrected, Outcome.DRAW, VALUES) is corrected
    assert correct(corrected, Outcome.FIRST, VALUES).revision == 3


@given(st.lists(st.sampled_from([None, *Outcome])))
def test_a_result_is_what_the_last_act_made_it(acts: list[Outcome | None]) -> None:
    result = RESULT
    for outcome in acts:
        before = result
        result = annul(before) if outcome is None else correct(before, outcome, VALUES)
        assert (result is before) == (as_revision(result, 1) == as_revision(before, 1))
        assert result.revision == before.revision + (result is not before)
    if acts and acts[-1] is not None:
        assert as_revision(result, 1) == as_revision(correct(RESULT, acts[-1], VALUES), 1)


def as_revision(result: Result, revision: int) -> Result:
    return replace(result, revision=revision)


@pytest.mark.parametrize("operator", ["ana", "bea"])
def test_nobody_decides_on_a_match_of_their_own(operator: str) -> None:
    for result in (RESULT, None):
        with pytest.raises(OwnMatch) as refusal:
            correctable(DUEL, result, operator)
        assert refusal.value.status == 403


def test_a_match_without_a_result_is_open() -> None:
    with pytest.raises(MatchOpen):
        correctable(replace(DUEL, ended_at=None), None, "olga")


@pytest.mark.parametrize("kind", [Kind.LADDER, Kind.FRIENDLY])
def test_other_games_are_voided_on_the_ladder(kind: Kind) -> None:
    with pytest.raises(UseLadderVoid):
        correctable(replace(DUEL, kind=kind), RESULT, "olga")


def test_another_operator_gets_the_result() -> None:
    assert correctable(DUEL, RESULT, "olga") is RESULT
