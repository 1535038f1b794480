"""A player's rounds in the signs of a tournament report: opponent, colour, result."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from services.standings.domain.results import MatchOutcome, Verdict
from services.standings.domain.season import Bye


@dataclass(frozen=True, slots=True)
class Cell:
    """One round of one player: the opponent's starting number, "w", "b" or "-", the result."""

    opponent: str
    colour: str
    code: str


NOT_PAIRED = Cell("0000", "-", "Z")
BYE = Cell("0000", "-", "U")

_REGULAR = {Verdict.WIN: "1", Verdict.DRAW: "=", Verdict.LOSS: "0"}
_AWARDED = {Verdict.WIN: "W", Verdict.DRAW: "D", Verdict.LOSS: "L"}
_FORFEIT = {Verdict.WIN: "+", Verdict.LOSS: "-"}


def round_cells(
    numbers: Mapping[str, int],
    results: Iterable[MatchOutcome],
    byes: Iterable[Bye],
    last_round: int,
) -> dict[int, list[Cell]]:
    """Starting number -> the player's rounds 1 … `last_round`.

    `numbers` maps account ids to starting numbers. Who was not paired, or had a bye after
    withdrawing, has a zero-point bye.
    """
    cells = {number: [NOT_PAIRED] * last_round for number in numbers.values()}
    for bye in byes:
        cells[numbers[bye.account_id]][bye.round - 1] = BYE
    for result in results:
        first, second = numbers[result.first.account_id], numbers[result.second.account_id]
        for_first, for_second = result.verdicts
        cells[first][result.round - 1] = Cell(str(second), "w", _code(result, for_first))
        cells[second][result.round - 1] = Cell(str(first), "b", _code(result, for_second))
    return cells


def _code(result: MatchOutcome, verdict: Verdict) -> str:
    """The result's sign for a side.

    An annulled match is told as not played by either, so that it gives nobody anything. A
    corrected one has the signs of a game where both played, otherwise those of a result
    that was awarded.
    """
    if result.annulled:
        return _FORFEIT[Verdict.LOSS]
    if result.by_forfeit:
        return _FORFEIT[verdict]
    both_played = result.first.played and result.second.played
    return _REGULAR[verdict] if both_played else _AWARDED[verdict]
