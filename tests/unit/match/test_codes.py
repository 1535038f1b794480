"""Codes: which are valid, and that every valid one is drawn as often as any other."""

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations, product
from typing import Any

import pytest

from services.match.domain.codes import Choose, check_code, draw_code
from services.match.domain.errors import InvalidCode
from services.match.domain.settings import GameSettings
from shared.errors import Invalid


@pytest.mark.parametrize(
    ("game", "code"),
    [
        (GameSettings(), "1111"),
        (GameSettings(), "6543"),
        (GameSettings(repeats=False), "6543"),
        (GameSettings(code_length=8, symbols=16), "9ABCDEFG"),
        (GameSettings(code_length=2, symbols=2, repeats=False), "21"),
    ],
)
def test_valid_codes(game: GameSettings, code: str) -> None:
    check_code(game, code)


@pytest.mark.parametrize(
    ("game", "text"),
    [
        (GameSettings(), ""),
        (GameSettings(), "123"),
        (GameSettings(), "12345"),
        (GameSettings(), "1237"),
        (GameSettings(), "0123"),
        (GameSettings(), "123 "),
        (GameSettings(), "12\n3"),
        (GameSettings(), "１234"),
        (GameSettings(symbols=16), "abcd"),
        (GameSettings(symbols=16), "123H"),
        (GameSettings(repeats=False), "1231"),
    ],
)
def test_invalid_codes(game: GameSettings, text: str) -> None:
    with pytest.raises(InvalidCode) as refusal:
        check_code(game, text, field="guess")
    assert (refusal.value.status, refusal.value.code) == (422, "invalid_code")
    assert list(refusal.value.errors) == ["guess"]


def test_the_refusal_says_what_a_code_is() -> None:
    with pytest.raises(InvalidCode) as refusal:
        check_code(GameSettings(repeats=False), "1111")
    assert refusal.value.errors == {"code": ["Must be 4 symbols out of 123456, each at most once."]}


@pytest.mark.parametrize(
    "game",
    [
        GameSettings(code_length=3, symbols=4),
        GameSettings(code_length=3, symbols=4, repeats=False),
        GameSettings(code_length=4, symbols=4, repeats=False),
        GameSettings(code_length=2, symbols=16, repeats=False),
    ],
    ids=str,
)
def test_every_valid_code_is_drawn_with_the_same_probability(game: GameSettings) -> None:
    probabilities: defaultdict[str, Fraction] = defaultdict(Fraction)
    for code, probability in every_draw(game):
        probabilities[code] += probability
    codes = all_codes(game)
    assert probabilities == dict.fromkeys(codes, Fraction(1, len(codes)))


def all_codes(game: GameSettings) -> set[str]:
    symbols = "123456789ABCDEFG"[: game.symbols]
    if game.repeats:
        return set(map("".join, product(symbols, repeat=game.code_length)))
    return set(map("".join, permutations(symbols, game.code_length)))


def every_draw(game: GameSettings) -> Iterator[tuple[str, Fraction]]:
    """Each code drawn, with its probability, over every course a fair chooser can take."""
    courses: list[list[int]] = [[]]
    while courses:
        course = courses.pop()
        widths: list[int] = []
        code = draw_code(game, chooser_following(course, widths))
        yield code, Fraction(1, product_of(widths))
        courses += branches(course, widths)


def chooser_following(course: list[int], widths: list[int]) -> Choose:
    """A chooser that takes a course, then always the first, noting how many it could take."""

    def choose(count: int) -> int:
        widths.append(count)
        step = len(widths) - 1
        return course[step] if step < len(course) else 0

    return choose


def branches(course: list[int], widths: list[int]) -> Iterator[list[int]]:
    """The courses that leave a finished one at a step it took without being told to."""
    for step in range(len(course), len(widths)):
        taken = course + [0] * (step - len(course))
        yield from ([*taken, other] for other in range(1, widths[step]))


def product_of(widths: list[int]) -> int:
    total = 1
    for width in widths:
        total *= width
    return total


@pytest.mark.parametrize(
    ("settings", "field"),
    [
        ({"code_length": 1}, "game.code_length"),
        ({"code_length": 9}, "game.code_length"),
        ({"symbols": 1}, "game.symbols"),
        ({"symbols": 17}, "game.symbols"),
        ({"max_attempts": 0}, "game.max_attempts"),
        ({"max_attempts": 21}, "game.max_attempts"),
        ({"code_length": 5, "symbols": 4, "repeats": False}, "game.symbols"),
    ],
)
def test_games_that_cannot_be_played(settings: dict[str, Any], field: str) -> None:
    with pytest.raises(Invalid) as refusal:
        GameSettings(**settings)
    assert list(refusal.value.errors) == [field]


def test_as_many_symbols_as_places_are_enough_without_repeats() -> None:
    assert GameSettings(code_length=4, symbols=4, repeats=False).alphabet == "1234"
