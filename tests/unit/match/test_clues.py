"""Clues and the Aura that pays for them."""

from dataclasses import replace
from datetime import datetime
from functools import partial
from operator import mod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.match.domain.aura import AuraEntry, book
from services.match.domain.clues import ClueBought, buy_clue
from services.match.domain.codes import Choose
from services.match.domain.duel import Bar, Clue, Duel, Player, Side
from services.match.domain.errors import (
    AlreadySolved,
    ClueLimitReached,
    ClueLocked,
    CluesDisabled,
    Disqualified,
    InsufficientAura,
    NotSolving,
    Withdrawn,
)
from services.match.domain.settings import ClueSettings
from shared.errors import Problem
from tests.unit.match.building import (
    CLOSE,
    SECOND_CODE,
    SOLVING,
    START,
    WRONG,
    lowest,
    make_duel,
    played_duel,
    solved_in,
)

A, B = Side.FIRST, Side.SECOND


def ask(
    duel: Duel, *, balance: int = 100, now: datetime = SOLVING, choose: Choose = lowest
) -> ClueBought:
    return buy_clue(duel, A, balance=balance, now=now, choose=choose)


def with_clues(duel: Duel, *positions: int) -> Duel:
    told = tuple(Clue(position, SECOND_CODE[position - 1], SOLVING) for position in positions)
    return replace(duel, first=replace(duel.first, clues=told))


def test_a_clue_tells_a_symbol_of_the_other_and_is_paid_for() -> None:
    bought = ask(played_duel([WRONG] * 2), balance=7, choose=lambda count: count - 2)
    assert bought.clue == Clue(3, "5", SOLVING)
    assert bought.entry == AuraEntry(-5, "clue", SOLVING, 2)
    assert bought.duel.first.clues == (bought.clue,)
    assert bought.duel.second.clues == ()


def test_the_whole_balance_may_be_spent() -> None:
    assert ask(played_duel([WRONG] * 2), balance=5).entry.balance_after == 0


def test_a_clue_that_costs_nothing() -> None:
    free = ClueSettings(unlock_after_attempts=0, limit=1, aura_cost=0)
    assert ask(played_duel(clues=free), balance=0).entry == AuraEntry(0, "clue", SOLVING, 0)


def test_the_first_move_of_solving_draws_missing_codes() -> None:
    at_once = ClueSettings(unlock_after_attempts=0, limit=1, aura_cost=1)
    bought = ask(make_duel(clues=at_once))
    assert bought.clue == Clue(1, "1", SOLVING)
    assert bought.duel.second.code_generated


@pytest.mark.parametrize(("told", "choice", "position"), [((1, 3), 0, 2), ((1, 3), 1, 4)])
def test_only_positions_not_told_before(told: tuple[int, ...], choice: int, position: int) -> None:
    duel = with_clues(played_duel([WRONG] * 2), *told)
    bought = ask(duel, choose=lambda count: choice if count == 2 else 99)
    assert (bought.clue.position, bought.clue.symbol) == (position, SECOND_CODE[position - 1])


def test_clues_told_to_the_other_do_not_count() -> None:
    duel = played_duel([WRONG] * 2)
    other = replace(duel.second, clues=(Clue(1, "1", SOLVING), Clue(2, "1", SOLVING)))
    assert ask(replace(duel, second=other)).clue.position == 1


@given(st.lists(st.integers(0, 10**6), min_size=4, max_size=4))
def test_all_positions_are_told_once(choices: list[int]) -> None:
    every = ClueSettings(unlock_after_attempts=0, limit=4, aura_cost=0)
    duel = played_duel(clues=every)
    for choice in choices:
        duel = ask(duel, choose=partial(mod, choice)).duel
    told = {clue.position: clue.symbol for clue in duel.first.clues}
    assert told == {1: "3", 2: "4", 3: "5", 4: "6"}
    with pytest.raises(ClueLimitReached):
        ask(duel)


class TestOrderOfRefusals:
    """Each duel deserves all the refusals from one point of the order on."""

    solved = with_clues(played_duel(solved_in(A, 1)), 1, 2, 3)
    locked = with_clues(played_duel([WRONG]), 1, 2, 3)
    limited = with_clues(played_duel([WRONG] * 2), 1, 2, 3)

    @pytest.mark.parametrize(
        ("bar", "refusal"), [(Bar.WITHDRAWN, Withdrawn), (Bar.DISQUALIFIED, Disqualified)]
    )
    def test_barred(self, bar: Bar, refusal: type[Problem]) -> None:
        duel = replace(self.solved, clues=None, first=Player("ana", barred=bar))
        with pytest.raises(refusal):
            ask(duel, balance=0, now=CLOSE)

    def test_clues_disabled(self) -> None:
        with pytest.raises(CluesDisabled):
            ask(replace(self.solved, clues=None), balance=0, now=CLOSE)

    @pytest.mark.parametrize("now", [START, CLOSE])
    def test_not_solving(self, now: datetime) -> None:
        with pytest.raises(NotSolving):
            ask(self.solved, balance=0, now=now)

    def test_already_solved(self) -> None:
        with pytest.raises(AlreadySolved):
            ask(self.solved, balance=0)

    def test_clue_locked(self) -> None:
        with pytest.raises(ClueLocked):
            ask(self.locked, balance=0)

    def test_clue_limit_reached(self) -> None:
        with pytest.raises(ClueLimitReached):
            ask(self.limited, balance=0)

    def test_insufficient_aura(self) -> None:
        with pytest.raises(InsufficientAura):
            ask(played_duel([WRONG] * 2), balance=4)


@given(st.lists(st.integers(-20, 20)))
def test_a_balance_is_the_sum_of_its_entries_and_never_below_0(amounts: list[int]) -> None:
    balance, entries = 0, []
    for amount in amounts:
        try:
            entries.append(book(balance, amount, "grant", START))
        except InsufficientAura:
            assert balance + amount < 0
            continue
        balance = entries[-1].balance_after
        assert balance >= 0
    assert balance == sum(entry.amount for entry in entries)
