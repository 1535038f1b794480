"""The duel: phases by its stored instants, preparing codes, attempts and the order of refusals."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.match.domain.codes import check_code
from services.match.domain.duel import Bar, Duel, Phase, Player, Side
from services.match.domain.errors import (
    AlreadySolved,
    AttemptOutOfTurn,
    CodeAlreadyConfirmed,
    Disqualified,
    InvalidCode,
    NoAttemptsLeft,
    NotPreparing,
    NotSolving,
    Withdrawn,
)
from services.match.domain.preparing import ensure_codes, lacks_codes, save_code
from services.match.domain.settings import GameSettings
from services.match.domain.solving import AttemptAnswer, make_attempt
from shared.errors import Problem
from tests.unit.match.building import (
    CLOSE,
    FIRST_CODE,
    SECOND_CODE,
    SOLVING,
    START,
    TICK,
    WRONG,
    confirmed_duel,
    lowest,
    make_duel,
    played_duel,
    solved_in,
)

A, B = Side.FIRST, Side.SECOND
REFUSED_BARS = [(Bar.WITHDRAWN, Withdrawn), (Bar.DISQUALIFIED, Disqualified)]


def attempt(
    duel: Duel, number: int, guess: str = WRONG, *, side: Side = A, now: datetime = SOLVING
) -> AttemptAnswer:
    return make_attempt(duel, side, number, guess, now=now, choose=lowest)


def barred(duel: Duel, side: Side, bar: Bar) -> Duel:
    return duel.with_player(side, replace(duel.player(side), barred=bar))


class TestPhase:
    @pytest.mark.parametrize(
        ("now", "phase"),
        [
            (START - TICK, "scheduled"),
            (START, "preparing"),
            (SOLVING - TICK, "preparing"),
            (SOLVING, "solving"),
            (CLOSE - TICK, "solving"),
            (CLOSE, "closed"),
            (CLOSE + timedelta(days=9), "closed"),
        ],
    )
    def test_a_deadline_is_over_at_its_very_instant(self, now: datetime, phase: str) -> None:
        assert make_duel().phase(now) == phase

    @pytest.mark.parametrize(
        ("held", "now", "phase"),
        [
            ("preparing", START - TICK, "scheduled"),
            ("preparing", START, "preparing"),
            ("preparing", SOLVING, "preparing"),
            ("preparing", CLOSE, "preparing"),
            ("solving", SOLVING - TICK, "preparing"),
            ("solving", SOLVING, "solving"),
            ("solving", CLOSE + timedelta(days=3), "solving"),
        ],
    )
    def test_a_held_phase_stays_open_beyond_its_deadline(
        self, held: str, now: datetime, phase: str
    ) -> None:
        assert make_duel(held_phase=Phase(held)).phase(now) == phase

    @pytest.mark.parametrize("held", [None, Phase.SOLVING])
    def test_an_ended_duel_is_closed_whatever_the_clock_says(self, held: Phase | None) -> None:
        assert make_duel(ended_at=START, held_phase=held).phase(START) == "closed"

    def test_sides_know_their_players(self) -> None:
        duel = make_duel()
        assert [duel.side_of(name) for name in ("ana", "bea", "cid")] == ["first", "second", None]


class TestSavingCodes:
    def test_drafts_change_until_one_is_confirmed(self) -> None:
        duel = save_code(make_duel(), A, "1111", confirm=False, now=START)
        duel = save_code(duel, A, "2222", confirm=False, now=START)
        assert (duel.first.draft, duel.first.code) == ("2222", None)
        duel = save_code(duel, A, "3333", confirm=True, now=SOLVING - TICK)
        assert duel.first == Player("ana", code="3333")
        assert duel.second == Player("bea")

    @pytest.mark.parametrize(
        ("code", "confirm"), [("6666", True), ("6666", False), (FIRST_CODE, False)]
    )
    def test_a_confirmed_code_is_final(self, code: str, confirm: bool) -> None:
        with pytest.raises(CodeAlreadyConfirmed):
            save_code(confirmed_duel(), A, code, confirm=confirm, now=START)

    @pytest.mark.parametrize("now", [START, SOLVING, CLOSE])
    def test_confirming_the_confirmed_code_again_changes_nothing(self, now: datetime) -> None:
        duel = barred(confirmed_duel(), A, Bar.WITHDRAWN)
        assert save_code(duel, A, FIRST_CODE, confirm=True, now=now) is duel

    def test_the_code_of_the_other_is_not_a_repeat(self) -> None:
        with pytest.raises(CodeAlreadyConfirmed):
            save_code(confirmed_duel(), A, SECOND_CODE, confirm=True, now=START)

    def test_a_generated_code_cannot_be_confirmed(self) -> None:
        duel = ensure_codes(make_duel(), SOLVING, lowest)
        with pytest.raises(NotPreparing):
            save_code(duel, A, "1111", confirm=True, now=SOLVING)

    @pytest.mark.parametrize("now", [START - TICK, SOLVING, CLOSE])
    def test_codes_are_saved_while_preparing_only(self, now: datetime) -> None:
        for duel in (make_duel(), confirmed_duel()):
            with pytest.raises(NotPreparing):
                save_code(duel, A, "6666", confirm=True, now=now)

    @pytest.mark.parametrize(("bar", "refusal"), REFUSED_BARS)
    @pytest.mark.parametrize("now", [START, SOLVING])
    def test_barred_players_save_none(
        self, bar: Bar, refusal: type[Problem], now: datetime
    ) -> None:
        duel = barred(make_duel(), A, bar)
        with pytest.raises(refusal):
            save_code(duel, A, "1111", confirm=False, now=now)
        assert save_code(duel, B, "1111", confirm=False, now=START).second.draft == "1111"

    def test_an_invalid_code_comes_before_anything_else(self) -> None:
        for duel in (make_duel(), confirmed_duel(), barred(make_duel(), A, Bar.DISQUALIFIED)):
            with pytest.raises(InvalidCode):
                save_code(duel, A, "7777", confirm=True, now=CLOSE)

    def test_a_held_preparing_takes_codes_beyond_the_deadline(self) -> None:
        duel = make_duel(held_phase=Phase.PREPARING)
        assert save_code(duel, A, "1111", confirm=True, now=CLOSE).first.code_confirmed


class TestMissingCodes:
    def test_none_is_drawn_before_the_deadline(self) -> None:
        duel = make_duel()
        assert ensure_codes(duel, SOLVING - TICK, lowest) is duel

    def test_a_draft_is_not_used_and_a_confirmed_code_stays(self) -> None:
        draft = Player("ana", draft="2345")
        duel = make_duel(first=draft, second=Player("bea", code=SECOND_CODE))
        ready = ensure_codes(duel, SOLVING, lambda count: count - 1)
        assert ready.first == Player("ana", code="6666", code_generated=True)
        assert ready.second is duel.second
        assert not ready.first.code_confirmed

    def test_codes_are_drawn_once(self) -> None:
        ready = ensure_codes(make_duel(), SOLVING, lowest)
        assert ensure_codes(ready, CLOSE, lambda count: count - 1) is ready

    def test_drawn_codes_are_valid(self) -> None:
        game = GameSettings(code_length=5, symbols=7, repeats=False)
        ready = ensure_codes(make_duel(game=game), CLOSE, lowest)
        assert ready.first.code is not None
        check_code(game, ready.first.code)

    def test_barred_players_get_one_too(self) -> None:
        ready = ensure_codes(barred(make_duel(), A, Bar.WITHDRAWN), SOLVING, lowest)
        assert ready.first.code_generated

    def test_a_held_preparing_draws_none(self) -> None:
        assert not lacks_codes(make_duel(held_phase=Phase.PREPARING), CLOSE)

    def test_a_called_off_duel_draws_none(self) -> None:
        assert not lacks_codes(make_duel(ended_at=START), SOLVING)

    def test_the_first_attempt_draws_them(self) -> None:
        after = attempt(make_duel(), 1, "1112").duel
        assert (after.first.code, after.second.code) == ("1111", "1111")
        assert after.first.code_generated
        assert after.second.code_generated
        assert (after.first.attempts[0].exact, after.first.attempts[0].partial) == (3, 0)


class TestAttempts:
    def test_an_attempt_is_judged_against_the_code_of_the_other(self) -> None:
        answer = attempt(confirmed_duel(), 1, "3465")
        assert (answer.attempt.exact, answer.attempt.partial) == (2, 2)
        assert (answer.solved, answer.attempts_left, answer.repeated) == (False, 9, False)
        assert answer.duel.first.attempts == (answer.attempt,)
        assert answer.attempt.at == SOLVING
        assert answer.duel.second.attempts == ()

    def test_all_exact_solves_and_leaves_no_attempts(self) -> None:
        answer = attempt(played_duel([WRONG]), 2, SECOND_CODE)
        assert (answer.solved, answer.attempts_left) == (True, 0)
        assert answer.duel.solved(A)
        assert not answer.duel.solved(B)
        assert answer.duel.attempts_left(A) == 0

    @pytest.mark.parametrize("now", [SOLVING, CLOSE, CLOSE + timedelta(days=1)])
    def test_a_repeat_gives_the_answer_of_then_and_changes_nothing(self, now: datetime) -> None:
        duel = barred(played_duel(solved_in(A, 3)), A, Bar.DISQUALIFIED)
        answer = attempt(duel, 1, WRONG, now=now)
        assert answer.duel is duel
        assert answer.attempt is duel.first.attempts[0]
        assert (answer.solved, answer.attempts_left, answer.repeated) == (False, 9, True)
        solving = attempt(duel, 3, SECOND_CODE, now=now)
        assert (solving.solved, solving.attempts_left, solving.repeated) == (True, 0, True)

    def test_the_attempts_of_the_other_are_no_repeat(self) -> None:
        answer = attempt(played_duel([WRONG]), 1, WRONG, side=B)
        assert not answer.repeated

    @pytest.mark.parametrize("number", [-1, 0, 1, 3])
    def test_out_of_turn(self, number: int) -> None:
        with pytest.raises(AttemptOutOfTurn):
            attempt(played_duel([WRONG]), number, "2222")

    def test_the_same_guess_may_be_made_again_under_the_next_number(self) -> None:
        assert len(attempt(played_duel([WRONG]), 2, WRONG).duel.first.attempts) == 2

    def test_the_last_attempt_is_the_last(self) -> None:
        answer = attempt(played_duel([WRONG] * 9), 10)
        assert (answer.solved, answer.attempts_left) == (False, 0)
        with pytest.raises(NoAttemptsLeft):
            attempt(answer.duel, 11)

    @pytest.mark.parametrize("now", [START - TICK, START, SOLVING - TICK, CLOSE])
    def test_solving_only(self, now: datetime) -> None:
        with pytest.raises(NotSolving):
            attempt(confirmed_duel(), 1, now=now)

    def test_accepted_until_just_before_the_close(self) -> None:
        assert attempt(confirmed_duel(), 1, now=CLOSE - TICK).attempt.at == CLOSE - TICK

    def test_a_held_solving_takes_attempts_beyond_the_close(self) -> None:
        assert attempt(confirmed_duel(held_phase=Phase.SOLVING), 1, now=CLOSE).attempt.number == 1

    @pytest.mark.parametrize(("bar", "refusal"), REFUSED_BARS)
    @pytest.mark.parametrize("now", [START, SOLVING, CLOSE])
    def test_barred_players_make_none(
        self, bar: Bar, refusal: type[Problem], now: datetime
    ) -> None:
        duel = barred(confirmed_duel(), A, bar)
        with pytest.raises(refusal):
            attempt(duel, 1, now=now)
        assert attempt(duel, 1, side=B).attempt.number == 1


class TestOrderOfRefusals:
    """Each duel deserves all the refusals from one point of the order on."""

    used_up = played_duel([WRONG] * 10)

    def test_malformed_first(self) -> None:
        duel = barred(self.used_up, A, Bar.WITHDRAWN)
        with pytest.raises(InvalidCode):
            attempt(duel, 5, "0000", now=CLOSE)

    def test_not_solving_before_already_solved(self) -> None:
        with pytest.raises(NotSolving):
            attempt(played_duel(solved_in(A, 10)), 5, "2222", now=CLOSE)

    def test_already_solved_before_no_attempts_left(self) -> None:
        with pytest.raises(AlreadySolved):
            attempt(played_duel(solved_in(A, 10)), 5, "2222")

    def test_no_attempts_left_before_out_of_turn(self) -> None:
        with pytest.raises(NoAttemptsLeft):
            attempt(self.used_up, 5, "2222")

    def test_a_solved_number_with_another_guess_is_already_solved(self) -> None:
        with pytest.raises(AlreadySolved):
            attempt(played_duel(solved_in(A, 2)), 2, "2222")


@given(st.lists(st.tuples(st.integers(0, 4), st.sampled_from([WRONG, "3465", SECOND_CODE]))))
def test_attempts_are_numbered_in_a_row_whatever_is_sent(sent: list[tuple[int, str]]) -> None:
    duel = confirmed_duel(game=GameSettings(max_attempts=3))
    for number, guess in sent:
        try:
            duel = attempt(duel, number, guess).duel
        except (AttemptOutOfTurn, AlreadySolved, NoAttemptsLeft):
            continue
    made = duel.first.attempts
    assert [a.number for a in made] == list(range(1, len(made) + 1))
    assert len(made) <= 3
    assert all(a.exact < 4 for a in made[:-1])
