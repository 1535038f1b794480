"""Feedback: the worked examples, the whole histogram of a first guess, and its properties."""

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.match.domain.feedback import Feedback, feedback


@pytest.mark.parametrize(
    ("secret", "guess", "exact", "partial"),
    [
        ("1234", "1111", 1, 0),
        ("1122", "2211", 0, 4),
        ("1122", "1212", 2, 2),
        ("1123", "2321", 1, 2),
        ("AABB", "BBAB", 1, 2),
    ],
)
def test_worked_examples(secret: str, guess: str, exact: int, partial: int) -> None:
    assert feedback(secret, guess) == Feedback(exact, partial)


def test_first_guess_1122_against_all_codes() -> None:
    secrets = map("".join, product("123456", repeat=4))
    counts = Counter(feedback(secret, "1122") for secret in secrets)
    assert {(told.exact, told.partial): count for told, count in counts.items()} == {
        (0, 0): 256,
        (0, 1): 256,
        (0, 2): 96,
        (0, 3): 16,
        (0, 4): 1,
        (1, 0): 256,
        (1, 1): 208,
        (1, 2): 36,
        (2, 0): 114,
        (2, 1): 32,
        (2, 2): 4,
        (3, 0): 20,
        (4, 0): 1,
    }


def code_pairs() -> st.SearchStrategy[tuple[str, str]]:
    def pair(length: int) -> st.SearchStrategy[tuple[str, str]]:
        code = st.text("1234AG", min_size=length, max_size=length)
        return st.tuples(code, code)

    return st.integers(2, 8).flatmap(pair)


@given(code_pairs())
def test_feedback_is_symmetric(pair: tuple[str, str]) -> None:
    secret, guess = pair
    assert feedback(secret, guess) == feedback(guess, secret)


@given(code_pairs())
def test_all_but_one_exact_leaves_nothing_misplaced(pair: tuple[str, str]) -> None:
    secret, guess = pair
    told = feedback(secret, guess)
    assert (told.exact, told.partial) != (len(secret) - 1, 1)
    assert told.exact + told.partial <= len(secret)


@given(code_pairs())
def test_all_exact_means_the_code_itself(pair: tuple[str, str]) -> None:
    secret, guess = pair
    assert (feedback(secret, guess).exact == len(secret)) == (secret == guess)


@given(code_pairs())
def test_exact_and_partial_agree_with_crossing_out_symbols_by_hand(pair: tuple[str, str]) -> None:
    secret, guess = pair
    left = [s for s, g in zip(secret, guess, strict=True) if s != g]
    unmatched = [g for s, g in zip(secret, guess, strict=True) if s != g]
    partial = 0
    for symbol in unmatched:
        if symbol in left:
            left.remove(symbol)
            partial += 1
    assert feedback(secret, guess) == Feedback(len(secret) - len(unmatched), partial)


def test_codes_of_different_length_are_not_compared() -> None:
    with pytest.raises(ValueError, match="longer"):
        feedback("123", "1234")
