"""How long the computer thinks about a guess, by level and board.

Run as `python -m deploy.bench.bench_computer`. Beside it stands what anyone would write first:
going through all codes of the board for one that fits, which is no way where a board has billions.
Times are of the processor, so that other work on the machine does not count.
"""

import random
import time
from collections.abc import Callable
from statistics import quantiles

from services.match.domain.codes import draw_code
from services.match.domain.computer.board import Board, Told
from services.match.domain.computer.guessing import Level, next_guess
from services.match.domain.feedback import feedback
from services.match.domain.settings import GameSettings

GAMES, MOST_LISTED = 30, 50_000
BOARDS = (
    GameSettings(4, 6, max_attempts=20),
    GameSettings(5, 8, max_attempts=20),
    GameSettings(6, 10, max_attempts=20),
    GameSettings(8, 16, repeats=False, max_attempts=20),
    GameSettings(8, 16, max_attempts=20),
)
Guess = Callable[[GameSettings, list[Told]], str]


def main() -> None:
    """Print a line for each level on each board."""
    print(f"{'board':<18}{'level':<10}{'guesses':>8}{'p50':>8}{'p99':>8}{'worst':>8}  ms a guess")
    for game in BOARDS:
        for level in Level:
            _line(game, level.value, _guessing(level))
        if Board(game).size <= MOST_LISTED:
            _line(game, "all codes", _first_that_fits)


def _guessing(level: Level) -> Guess:
    choose = random.Random(7).randrange
    return lambda game, history: next_guess(level, game, history, choose)


def _line(game: GameSettings, name: str, guess: Guess) -> None:
    guesses, took = _play(game, guess)
    cuts = quantiles(took, n=100)
    board = f"{game.code_length} of {game.symbols}{'' if game.repeats else ', once'}"
    print(
        f"{board:<18}{name:<10}{guesses / GAMES:>8.2f}"
        f"{cuts[49]:>8.2f}{cuts[98]:>8.2f}{max(took):>8.2f}",
        flush=True,
    )


def _play(game: GameSettings, guess: Guess) -> tuple[int, list[float]]:
    """Guesses needed for some codes, and milliseconds for each guess."""
    chance, took = random.Random(11), list[float]()
    for _ in range(GAMES):
        secret, history = draw_code(game, chance.randrange), list[Told]()
        while not history or history[-1][1] < game.code_length:
            began = time.process_time()
            made = guess(game, history)
            took.append(1000 * (time.process_time() - began))
            told = feedback(secret, made)
            history.append((made, told.exact, told.partial))
    return len(took), took


def _first_that_fits(game: GameSettings, history: list[Told]) -> str:
    return next(
        code
        for code in Board(game).all_codes()
        if all((t := feedback(code, g)).exact == e and t.partial == p for g, e, p in history)
    )


if __name__ == "__main__":
    main()
