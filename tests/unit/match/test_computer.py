"""The computer: what fits is found on any board, perfect play is perfect, and work is bounded."""

import random
from collections import Counter
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.match.domain.codes import check_code, draw_code
from services.match.domain.computer import guessing
from services.match.domain.computer.board import Board, Told
from services.match.domain.computer.consistent import OutOfSteps, Search
from services.match.domain.computer.guessing import Level, consistent_guess, next_guess
from services.match.domain.feedback import feedback
from services.match.domain.settings import GameSettings

USUAL = GameSettings()
LARGEST = GameSettings(code_length=8, symbols=16, max_attempts=20)
BOARDS = [
    USUAL,
    GameSettings(code_length=2, symbols=2),
    GameSettings(code_length=5, symbols=8, max_attempts=15),
    GameSettings(code_length=8, symbols=8, repeats=False, max_attempts=20),
    GameSettings(code_length=8, symbols=16, repeats=False, max_attempts=20),
    LARGEST,
]


def judged(secret: str, guess: str) -> Told:
    told = feedback(secret, guess)
    return guess, told.exact, told.partial


def fits(code: str, history: list[Told]) -> bool:
    return all(judged(code, guess) == (guess, *told) for guess, *told in history)


def play(level: Level, game: GameSettings, secret: str, seed: int = 0) -> list[Told]:
    """A game of the computer's alone, to the end."""
    choose, history = random.Random(seed).randrange, list[Told]()
    while len(history) < game.max_attempts:
        guess = next_guess(level, game, history, choose)
        check_code(game, guess)
        history.append(judged(secret, guess))
        if guess == secret:
            break
    return history


# Finding what fits


@st.composite
def small_games(draw: st.DrawFn) -> GameSettings:
    length = draw(st.integers(2, 4))
    symbols = draw(st.integers(length, 5))
    return GameSettings(length, symbols, draw(st.booleans()), max_attempts=20)


@given(small_games(), st.integers(0, 2**32), st.integers(0, 5))
def test_all_that_fits_is_found(game: GameSettings, seed: int, attempts: int) -> None:
    chance = random.Random(seed)
    secret = draw_code(game, chance.randrange)
    guesses = [draw_code(game, chance.randrange) for _ in range(attempts)]
    history = [judged(secret, guess) for guess in guesses]
    found = list(Search(game, history, 10**6).all())
    assert sorted(found) == [code for code in Board(game).all_codes() if fits(code, history)]
    one = Search(game, history, 10**6).at_random(chance.randrange)
    assert one is not None
    assert fits(one, history)


def test_where_nothing_fits_nothing_is_found() -> None:
    history = [("1111", 4, 0), ("2222", 4, 0)]
    assert list(Search(USUAL, history, 10**6).all()) == []
    assert Search(USUAL, history, 10**6).at_random(lambda _: 0) is None


def test_work_is_bounded() -> None:
    with pytest.raises(OutOfSteps):
        list(Search(LARGEST, [], 1000).all())
    assert len(list(islice(Search(LARGEST, [], 10_000).all(), 20))) == 20


def test_without_any_history_every_code_may_come() -> None:
    game, choose = GameSettings(code_length=2, symbols=3), random.Random(3).randrange
    seen = Counter(Search(game, [], 1000).at_random(choose) for _ in range(900))
    assert len(seen) == 9
    assert min(seen.values()) > 60


@pytest.mark.parametrize("game", BOARDS, ids=lambda g: f"{g.code_length}x{g.symbols}{g.repeats}")
@pytest.mark.parametrize("level", [Level.NORMAL, Level.PERFECT])
def test_each_guess_may_be_right_on_large_boards(game: GameSettings, level: Level) -> None:
    secret = draw_code(game, random.Random(11).randrange)
    history = play(level, game, secret, seed=12)
    assert history[-1][0] == secret
    for made, (guess, *_) in enumerate(history):
        if level is Level.NORMAL or Board(game).size > 1296:
            assert fits(guess, history[:made])


def test_a_search_that_gives_up_still_makes_a_guess(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guessing, "TRIES", (5, 5))
    monkeypatch.setattr(guessing, "LAST_TRY", 5)
    history = [judged("12345678", "87654321"), judged("12345678", "1111222G")]
    guess = consistent_guess(LARGEST, history, random.Random(1).randrange)
    check_code(LARGEST, guess)


# Levels


def test_perfect_play_needs_at_most_five_attempts_for_any_code() -> None:
    games = [len(play(Level.PERFECT, USUAL, secret)) for secret in Board(USUAL).all_codes()]
    assert len(games) == 1296
    assert max(games) == 5
    # Knuth's strategy needs 5,801.
    assert sum(games) == 5738


def test_perfect_play_opens_as_knuth_does() -> None:
    assert next_guess(Level.PERFECT, USUAL, [], lambda _: 0) == "1122"


def test_perfect_play_is_always_the_same() -> None:
    assert play(Level.PERFECT, USUAL, "3156", seed=1) == play(Level.PERFECT, USUAL, "3156", seed=2)


def test_each_level_is_better_than_the_one_before() -> None:
    choose = random.Random(5).randrange
    secrets = [draw_code(USUAL, choose) for _ in range(250)]
    needed = {
        level: sum(len(play(level, USUAL, secret, seed)) for seed, secret in enumerate(secrets))
        for level in Level
    }
    assert needed[Level.EASY] > needed[Level.NORMAL] > needed[Level.PERFECT]


def test_the_easy_computer_slips() -> None:
    slips = 0
    for seed in range(60):
        history = play(Level.EASY, USUAL, "3541", seed)
        slips += any(not fits(g, history[:made]) for made, (g, *_) in enumerate(history))
    assert 10 < slips < 60


# Packed codes


@given(small_games(), st.integers(0, 2**32))
def test_bits_in_common_tell_what_feedback_tells(game: GameSettings, seed: int) -> None:
    choose = random.Random(seed).randrange
    board, guess = Board(game), draw_code(game, choose)
    codes = list(board.all_codes())
    assert board.size == len(set(codes)) == len(codes)
    answers = board.answers(board.pack(guess), [board.pack(code) for code in codes])
    told = [feedback(code, guess) for code in codes]
    assert len(set(zip(answers, told, strict=True))) == len(set(answers)) == len(set(told))


def test_an_opening_leaves_what_is_published_of_it() -> None:
    board = Board(USUAL)
    codes = [board.pack(code) for code in board.all_codes()]
    parts = Counter(board.answers(board.pack("1122"), codes))
    assert sorted(parts.values()) == [1, 1, 4, 16, 20, 32, 36, 96, 114, 208, 256, 256, 256]
    assert board.worst(board.pack("1122"), codes) == 256
