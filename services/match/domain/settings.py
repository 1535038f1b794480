"""What a season fixes before registration and every one of its duels goes by."""

from dataclasses import dataclass

from shared.errors import Invalid

ALPHABET = "123456789ABCDEFG"

_RANGES = {"code_length": (2, 8), "symbols": (2, len(ALPHABET)), "max_attempts": (1, 20)}


@dataclass(frozen=True, slots=True)
class GameSettings:
    """The code-breaking game: codes of `code_length` over the first `symbols` of the alphabet.

    `repeats` says whether a symbol may stand in a code more than once; `max_attempts` is for each
    player. Raises `Invalid`, naming the fields, where no such game can be played.
    """

    code_length: int = 4
    symbols: int = 6
    repeats: bool = True
    max_attempts: int = 10

    def __post_init__(self) -> None:
        errors = {
            f"game.{field}": [f"Must be from {low} to {high}."]
            for field, (low, high) in _RANGES.items()
            if not low <= getattr(self, field) <= high
        }
        if not self.repeats and self.symbols < self.code_length:
            errors.setdefault("game.symbols", []).append("Too few for a code without repeats.")
        if errors:
            raise Invalid(errors=errors)

    @property
    def alphabet(self) -> str:
        """The symbols in use, in their order."""
        return ALPHABET[: self.symbols]


@dataclass(frozen=True, slots=True)
class ClueSettings:
    """When clues unlock (own attempts made), how many a player may have, and the Aura of each."""

    unlock_after_attempts: int
    limit: int
    aura_cost: int


@dataclass(frozen=True, slots=True)
class PointValues:
    """What a match is worth to its winner, to both in a draw, and to its loser."""

    win: int = 3
    draw: int = 1
    loss: int = 0
