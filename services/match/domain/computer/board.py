"""A game's codes packed into integers, so that two of them are compared by a few operations."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations, product

from services.match.domain.settings import GameSettings

Told = tuple[str, int, int]
"""A guess made, with the exact and the partial matches that it was told."""


class Board:
    """The codes of a game."""

    def __init__(self, game: GameSettings) -> None:
        self.game = game
        self._symbol = {symbol: n for n, symbol in enumerate(game.alphabet)}
        self._places = (1 << game.code_length * game.symbols) - 1

    @property
    def size(self) -> int:
        """How many codes there are."""
        length, symbols = self.game.code_length, self.game.symbols
        if self.game.repeats:
            return int(symbols**length)
        size = 1
        for taken in range(length):
            size *= symbols - taken
        return size

    def all_codes(self) -> Iterator[str]:
        """Every code, in order; only for boards whose `size` is small."""
        length = self.game.code_length
        codes: Iterable[tuple[str, ...]] = (
            product(self.game.alphabet, repeat=length)
            if self.game.repeats
            else permutations(self.game.alphabet, length)
        )
        return map("".join, codes)

    def pack(self, code: str) -> int:
        """A code as an integer: a bit for each symbol in its place and then, for each symbol, as
        many bits as the code has of it."""
        length, symbols = self.game.code_length, self.game.symbols
        bits = 0
        for place, symbol in enumerate(code):
            bits |= 1 << place * symbols + self._symbol[symbol]
        for symbol in set(code):
            unary = (1 << code.count(symbol)) - 1
            bits |= unary << length * symbols + length * self._symbol[symbol]
        return bits

    def answers(self, guess: int, codes: Sequence[int]) -> list[int]:
        """What a guess would be told of each of `codes`: the bits in common, all and in place."""
        places = self._places
        return [
            (both := guess & code).bit_count() << 4 | (both & places).bit_count() for code in codes
        ]

    def worst(self, guess: int, codes: Sequence[int]) -> int:
        """How many of `codes` would be left after the least telling answer."""
        return max(Counter(self.answers(guess, codes)).values())
