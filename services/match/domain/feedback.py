"""What an attempt learns about the code it was made against."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Feedback:
    """`exact`: symbols right in place; `partial`: further symbols right but misplaced."""

    exact: int
    partial: int


def feedback(secret: str, guess: str) -> Feedback:
    """Compare a guess with the secret code of the same length.

    Each symbol of code and guess counts once, so that together they can never say more than
    the symbols the two have in common.
    """
    exact = sum(a == b for a, b in zip(secret, guess, strict=True))
    common = sum(min(secret.count(symbol), guess.count(symbol)) for symbol in set(guess))
    return Feedback(exact, common - exact)
