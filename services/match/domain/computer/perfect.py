"""The guess that tells most.

The opening is that of Knuth (1977): the one whose least telling answer leaves the fewest codes.
After it, the guess with the most different answers; on a small board it may be one that cannot be
right. On codes of length 4 over 6 symbols this never needs more than five attempts, and 5,738 over
all codes, where Knuth's own strategy needs 5,801. Beyond what can be listed, a sample of the
codes that fit stands for all of them, and the guess is one of it.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from services.match.domain.codes import Choose, draw_code
from services.match.domain.computer.board import Board, Told
from services.match.domain.computer.consistent import OutOfSteps, Search
from services.match.domain.settings import GameSettings

SMALL_BOARD = 1_296
MOST_COMPARISONS = 350_000
MOST_LISTED, LISTING_STEPS = 400, 10_000
SAMPLE, SAMPLING_STEPS = 60, 20_000
OPENING_SAMPLE = 500

History = tuple[Told, ...]
Packed = dict[str, int]
"""Codes and their integers."""


def perfect_guess(game: GameSettings, history: History, choose: Choose) -> str | None:
    """The best guess; None where no code that fits was found in bounded work."""
    board = Board(game)
    if not history and board.size <= SMALL_BOARD:
        return _opening_of_small_board(game)
    if not history:
        drawn = [board.pack(draw_code(game, choose)) for _ in range(OPENING_SAMPLE)]
        return _opening(board, drawn)
    if known := _guess_among_all(game, history):
        return known
    sample = _packed(board, _sampled(game, history, choose))
    return _most_telling(board, sample, sample) if sample else None


@lru_cache(maxsize=2_048)
def _guess_among_all(game: GameSettings, history: History) -> str | None:
    """The best guess where every code that fits can be listed."""
    codes = _listed(game, history)
    if not codes or len(codes) <= 2:
        return codes[0] if codes else None
    board = Board(game)
    fitting = _packed(board, codes)
    if board.size > SMALL_BOARD or board.size * len(codes) > MOST_COMPARISONS:
        return _most_telling(board, fitting, fitting)
    return _most_telling(board, _whole_board(game), fitting)


@lru_cache(maxsize=8)
def _whole_board(game: GameSettings) -> Packed:
    board = Board(game)
    return _packed(board, board.all_codes())


def _packed(board: Board, codes: Iterable[str]) -> Packed:
    return {code: board.pack(code) for code in codes}


def _listed(game: GameSettings, history: History) -> list[str]:
    """The codes that fit, in order; none if they are too many to list."""
    listed: list[str] = []
    try:
        for code in Search(game, history, LISTING_STEPS).all():
            if len(listed) == MOST_LISTED:
                return []
            listed.append(code)
    except OutOfSteps:
        return []
    return sorted(listed)


def _sampled(game: GameSettings, history: History, choose: Choose) -> list[str]:
    search, found = Search(game, history, SAMPLING_STEPS), set[str]()
    try:
        for _ in range(SAMPLE):
            if code := search.at_random(choose):
                found.add(code)
    except OutOfSteps:
        pass
    return sorted(found)


def _most_telling(board: Board, guesses: Packed, fitting: Packed) -> str:
    """The guess with the most answers.

    Of several it is the one whose worst answer leaves the fewest codes; of these the first that may
    be right, else the first.
    """
    codes = list(fitting.values())
    answers = {guess: len(set(board.answers(bits, codes))) for guess, bits in guesses.items()}
    most = max(answers.values())

    def merit(guess: str) -> tuple[int, bool]:
        return board.worst(guesses[guess], codes), guess not in fitting

    return min((guess for guess, number in answers.items() if number == most), key=merit)


@lru_cache(maxsize=8)
def _opening_of_small_board(game: GameSettings) -> str:
    return _opening(Board(game), list(_whole_board(game).values()))


def _opening(board: Board, codes: Sequence[int]) -> str:
    return min(_patterns(board.game), key=lambda guess: board.worst(board.pack(guess), codes))


def _patterns(game: GameSettings) -> Iterator[str]:
    """All openings but for the names of symbols and the order of places."""
    if not game.repeats:
        yield game.alphabet[: game.code_length]
        return
    for counts in _falling(game.code_length, game.code_length, game.symbols):
        yield "".join(s * count for s, count in zip(game.alphabet, counts, strict=False))


def _falling(total: int, most: int, parts: int) -> Iterator[tuple[int, ...]]:
    """`total` as a sum of at most `parts` numbers up to `most`, none above the one before it."""
    if total == 0:
        yield ()
    elif parts > 0:
        for first in range(min(total, most), 0, -1):
            for rest in _falling(total - first, first, parts - 1):
                yield (first, *rest)
