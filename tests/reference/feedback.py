"""Codes and feedback, by crossing symbols out as one would on paper."""

from functools import lru_cache
from itertools import product

ALPHABET = "123456789ABCDEFG"


def feedback(secret: str, guess: str) -> tuple[int, int]:
    """Symbols right in place, and further symbols right but misplaced."""
    left_in_secret = []
    left_in_guess = []
    exact = 0
    for hidden, named in zip(secret, guess, strict=True):
        if hidden == named:
            exact += 1
        else:
            left_in_secret.append(hidden)
            left_in_guess.append(named)
    partial = 0
    for named in left_in_guess:
        if named in left_in_secret:
            left_in_secret.remove(named)
            partial += 1
    return exact, partial


def is_code(text: str, length: int, symbols: int, repeats: bool) -> bool:
    """Whether `text` is a code of that length over the first `symbols` of the alphabet."""
    if len(text) != length:
        return False
    if any(symbol not in ALPHABET[:symbols] for symbol in text):
        return False
    return repeats or len(set(text)) == length


@lru_cache
def all_codes(length: int, symbols: int, repeats: bool) -> tuple[str, ...]:
    """Every code there is, in the order of the alphabet."""
    texts = ("".join(letters) for letters in product(ALPHABET[:symbols], repeat=length))
    return tuple(text for text in texts if is_code(text, length, symbols, repeats))
