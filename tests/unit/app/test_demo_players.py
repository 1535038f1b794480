"""How the invented players think."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.app.demo.players import CAST, login_of
from services.app.demo.solving import Game, Seen, clumsy, consistent, forgetful, logical, thorough
from services.match.domain.feedback import feedback

GAME = Game(code_length=4, symbols=6, repeats=True)
codes = st.sampled_from(GAME.codes())


def attempts_of(strategy, secret: str, seed: int, most: int = 10) -> int:
    """Attempts that a player needs; most + 1 if they do not find the code."""
    random, seen = Random(seed), []
    for number in range(1, most + 1):
        guess = strategy(GAME, seen, random)
        if guess == secret:
            return number
        seen.append(Seen(guess, feedback(secret, guess)))
    return most + 1


def test_there_are_as_many_codes_as_there_must_be():
    assert len(GAME.codes()) == 6**4
    assert len(Game(4, 6, repeats=False).codes()) == 6 * 5 * 4 * 3


@settings(max_examples=8, deadline=None)
@given(secret=codes, seed=st.integers(0, 99))
def test_whoever_thinks_finds_every_code(secret, seed):
    for strategy in (logical, thorough):
        assert attempts_of(strategy, secret, seed) <= 10


@settings(max_examples=8, deadline=None)
@given(secret=codes, guesses=st.lists(codes, max_size=4))
def test_the_code_itself_is_always_among_the_possible_ones(secret, guesses):
    assert secret in consistent(GAME, [Seen(g, feedback(secret, g)) for g in guesses])


def test_skill_shows():
    secrets = Random(1).sample(GAME.codes(), 15)
    needed = {
        strategy: sum(attempts_of(strategy, secret, seed) for seed, secret in enumerate(secrets))
        for strategy in (thorough, forgetful, clumsy)
    }
    assert needed[thorough] < needed[forgetful] < needed[clumsy]


def test_the_cast_is_of_eight_who_can_be_told_apart():
    logins = [login_of(one.name, "secret") for one in CAST]
    assert len({login.email for login in logins}) == len({x.display_name for x in logins}) == 8
    assert all(login.display_name.endswith("(demo)") for login in logins)


@pytest.mark.parametrize("name", ["Ada", "Chloé"])
def test_a_login_depends_on_the_secret_alone(name):
    assert login_of(name, "one") == login_of(name, "one")
    assert login_of(name, "one").password != login_of(name, "two").password
    assert login_of(name, "one").email.isascii()
