"""How the invented players think: from what they have seen to their next guess."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from random import Random

from services.match.domain.feedback import Feedback, feedback

SYMBOLS = "123456789ABCDEFG"


@dataclass(frozen=True)
class Game:
    code_length: int
    symbols: int
    repeats: bool

    @cache  # noqa: B019  # a game is a small value, and there are few of them
    def codes(self) -> Sequence[str]:
        """Every valid code; few enough to list for the small games that a demonstration plays."""
        drawn = product(SYMBOLS[: self.symbols], repeat=self.code_length)
        return tuple(
            "".join(code) for code in drawn if self.repeats or len(set(code)) == self.code_length
        )


@dataclass(frozen=True)
class Seen:
    """One attempt made and what it told."""

    guess: str
    told: Feedback


Strategy = Callable[[Game, Sequence[Seen], Random], str]
_POOL, _SAMPLE = 30, 100


def consistent(game: Game, seen: Sequence[Seen]) -> list[str]:
    """The codes that would have answered all of `seen` just so."""
    return [
        code for code in game.codes() if all(feedback(code, one.guess) == one.told for one in seen)
    ]


def thorough(game: Game, seen: Sequence[Seen], random: Random) -> str:
    """Of some codes that are still possible, the one that leaves the fewest in the worst case."""
    possible = consistent(game, seen)
    pool = random.sample(possible, min(_POOL, len(possible)))
    against = random.sample(possible, min(_SAMPLE, len(possible)))
    return min(pool, key=lambda guess: max(Counter(feedback(c, guess) for c in against).values()))


def logical(game: Game, seen: Sequence[Seen], random: Random) -> str:
    """Any code that is still possible."""
    return random.choice(consistent(game, seen))


def forgetful(game: Game, seen: Sequence[Seen], random: Random) -> str:
    """Possible by the last three answers alone."""
    return random.choice(consistent(game, seen[-3:]))


def clumsy(game: Game, seen: Sequence[Seen], random: Random) -> str:
    """Thinks only every third time."""
    return logical(game, seen, random) if len(seen) % 3 == 2 else random.choice(game.codes())
