"""Codes: which ones a game allows, and how the server draws one."""

from collections.abc import Callable

from services.match.domain.errors import InvalidCode
from services.match.domain.settings import GameSettings

Choose = Callable[[int], int]
"""Picks one of 0 … n−1, each as likely; from a cryptographic source outside tests."""


def check_code(game: GameSettings, text: str, *, field: str = "code") -> None:
    """Refuse a text that is no code of this game.

    Only the public settings decide, so the refusal tells nothing about any secret. Raises
    `InvalidCode` naming `field`, the part of the request that held the text.
    """
    right_symbols = len(text) == game.code_length and set(text) <= set(game.alphabet)
    if not right_symbols or not (game.repeats or len(set(text)) == len(text)):
        raise InvalidCode(errors={field: [_expectation(game)]})


def _expectation(game: GameSettings) -> str:
    repeats = "" if game.repeats else ", each at most once"
    return f"Must be {game.code_length} symbols out of {game.alphabet}{repeats}."


def draw_code(game: GameSettings, choose: Choose) -> str:
    """A code drawn uniformly over all codes the game allows."""
    pool = list(game.alphabet)
    take = pool.__getitem__ if game.repeats else pool.pop
    return "".join(take(choose(len(pool))) for _ in range(game.code_length))
