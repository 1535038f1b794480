"""Codes that fit all that was told, found without listing the codes of a board.

A board may have billions of codes. So first it is found how many of each symbol a code can have,
where only the symbols in common count; then how these can be arranged, where only exact matches
count. What is begun is dropped as soon as it has more in common with a guess than was told, or can
no longer get as much. All guesses are checked at once, each in a field of one integer, and work is
bounded by a number of steps.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from services.match.domain.codes import Choose, draw_code
from services.match.domain.computer.board import Told
from services.match.domain.settings import GameSettings

Counts = dict[str, int]
"""How many of each symbol a code has."""

# A field holds how much is missing of a number that was told, with 16 added: when it falls below
# zero, bit 4 is clear. What can still be reached has 32 added, so that their difference is as safe.
_WIDTH, _ZERO, _SPARE = 6, 16, 32


class OutOfSteps(Exception):
    """The search has taken as many steps as it may."""


@dataclass(frozen=True, slots=True)
class _Ahead:
    """For each place, what it and the places after it can still bring when arranging.

    `reach` is in fields, by guess; `most` for all guesses together.
    """

    order: Sequence[str]
    reach: Sequence[int]
    most: Sequence[int]


class Search:
    """The codes that fit a history, found in at most `steps` steps altogether."""

    def __init__(self, game: GameSettings, history: Sequence[Told], steps: int) -> None:
        self._length, self._game = game.code_length, game
        self._steps_left = steps
        self._most_of_one = game.code_length if game.repeats else 1
        guesses = [guess for guess, *_ in history]
        self._ones = _fields(1 for _ in guesses)
        self._signs = _ZERO * self._ones
        self._exact_wanted = sum(exact for _, exact, _ in history)
        self._exact = self._signs + _fields(exact for _, exact, _ in history)
        self._common = self._signs + _fields(exact + partial for _, exact, partial in history)
        self._in_common = {
            symbol: [
                _fields(min(count, guess.count(symbol)) for guess in guesses)
                for count in range(self._most_of_one + 1)
            ]
            for symbol in game.alphabet
        }
        self._in_place = [
            {
                symbol: _fields(guess[place] == symbol for guess in guesses)
                for symbol in game.alphabet
            }
            for place in range(self._length)
        ]

    def all(self) -> Iterator[str]:
        """All of them, in an order that is always the same. Raises `OutOfSteps`."""
        none = dict.fromkeys(self._game.alphabet, 0)
        return self._codes(none, self._game.alphabet)

    def at_random(self, choose: Choose) -> str | None:
        """One of them, looked for from a code drawn at random; None where there is none.

        Raises `OutOfSteps`.
        """
        drawn = draw_code(self._game, choose)
        likely = {symbol: drawn.count(symbol) for symbol in self._game.alphabet}
        return next(self._codes(likely, _shuffled(self._game.alphabet, choose)), None)

    def _codes(self, likely: Counts, order: Sequence[str]) -> Iterator[str]:
        reach = [_SPARE * self._ones]
        for symbol in reversed(order):
            reach.append(reach[-1] + self._in_common[symbol][self._most_of_one])
        ahead = _Ahead(order, reach[::-1], ())
        for counts in self._counts(self._common, {}, self._length, likely, ahead):
            arranging = self._ahead_of_arranging([s for s in order if counts[s]])
            yield from self._arrangements(self._exact, self._exact_wanted, "", counts, arranging)

    def _counts(
        self, missing: int, chosen: Counts, places: int, likely: Counts, ahead: _Ahead
    ) -> Iterator[Counts]:
        """How many of each symbol there can be, beginning with what is likely."""
        if len(chosen) == len(ahead.order):
            yield dict(chosen)
            return
        symbol, later = ahead.order[len(chosen)], len(ahead.order) - len(chosen) - 1
        adds, reach = self._in_common[symbol], ahead.reach[len(chosen) + 1]
        least, most = max(0, places - later * self._most_of_one), min(places, self._most_of_one)
        for count in sorted(range(least, most + 1), key=lambda n: abs(n - likely[symbol])):
            then = missing - adds[count]
            if self._fits(then, reach, places - count):
                chosen[symbol] = count
                yield from self._counts(then, chosen, places - count, likely, ahead)
        chosen.pop(symbol, None)

    def _ahead_of_arranging(self, order: Sequence[str]) -> _Ahead:
        reach, most = [_SPARE * self._ones], [0]
        for adds in reversed(self._in_place):
            reach.append(reach[-1] + sum(adds[symbol] for symbol in order))
            most.append(most[-1] + max(adds[symbol].bit_count() for symbol in order))
        return _Ahead(order, reach[::-1], most[::-1])

    def _arrangements(
        self, missing: int, wanted: int, begun: str, left: Counts, ahead: _Ahead
    ) -> Iterator[str]:
        """The codes that have so many of each symbol `left` for the places behind `begun`."""
        place = len(begun)
        if place == self._length:
            yield begun
            return
        adds, reach, most = self._in_place[place], ahead.reach[place + 1], ahead.most[place + 1]
        for symbol in ahead.order:
            then, wanted_then = missing - adds[symbol], wanted - adds[symbol].bit_count()
            if left[symbol] and self._fits(then, reach, self._length - place - 1):
                if wanted_then > most:
                    continue
                left[symbol] -= 1
                yield from self._arrangements(then, wanted_then, begun + symbol, left, ahead)
                left[symbol] += 1

    def _fits(self, missing: int, reach: int, places: int) -> bool:
        """Whether there is not too much, and what is ahead, in so many places, brings enough."""
        if self._steps_left == 0:
            raise OutOfSteps
        self._steps_left -= 1
        signs = self._signs
        by_places = (_SPARE + places) * self._ones
        return missing & (reach - missing) & (by_places - missing) & signs == signs


def _fields(numbers: Iterable[int]) -> int:
    """A field for each number."""
    return sum(number << _WIDTH * field for field, number in enumerate(numbers))


def _shuffled(symbols: str, choose: Choose) -> list[str]:
    pool = list(symbols)
    return [pool.pop(choose(len(pool))) for _ in symbols]
