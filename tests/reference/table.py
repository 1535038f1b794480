"""A table of the league from all its results, in the shape in which it is published."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from tests.reference.results import Points, Result

CRITERIA = ("points", "wins", "attempt_difference", "average_attempts", "head_to_head")


@dataclass(frozen=True)
class Entrant:
    """One participant of the table: the lot breaks the order of equals."""

    account_id: str
    display_name: str
    lot: int


@dataclass(frozen=True)
class Played:
    """A match of a closed round with its result."""

    first: str
    second: str
    result: Result


@dataclass
class Tally:
    """What one participant has collected."""

    entrant: Entrant
    wins: int = 0
    draws: int = 0
    losses: int = 0
    byes: int = 0
    points: int = 0
    difference: int = 0
    solved: list[int] = field(default_factory=list)
    head_to_head: int | None = None

    @property
    def average(self) -> Fraction | None:
        return Fraction(sum(self.solved), len(self.solved)) if self.solved else None

    def first_four(self) -> tuple[Any, ...]:
        """Smaller is better: points, wins, difference, average (none comes last)."""
        average = self.average
        return (
            -self.points,
            -self.wins,
            -self.difference,
            average is None,
            average if average is not None else Fraction(0),
        )


def table(
    entrants: Iterable[Entrant],
    matches: Sequence[Played],
    byes: Iterable[str],
    disqualified: Iterable[str],
    points: Points,
) -> list[dict[str, Any]]:
    """The rows from the best to the last; `byes` names an account once for each bye."""
    tallies = {entrant.account_id: Tally(entrant) for entrant in entrants}
    counted = [match for match in matches if not match.result.annulled]
    for match in counted:
        _count(tallies, match)
    for account_id in byes:
        tallies[account_id].byes += 1
        tallies[account_id].points += points.bye
    out = set(disqualified)
    ranked = [tally for account, tally in tallies.items() if account not in out]
    _compare_heads(ranked, counted)
    ranked.sort(key=_order)
    last = sorted((tallies[account] for account in out), key=_order)
    return _rows(ranked, last)


def _count(tallies: Mapping[str, Tally], match: Played) -> None:
    first, second = tallies[match.first], tallies[match.second]
    outcome = match.result.outcome
    for tally, mine in ((first, "first"), (second, "second")):
        tally.wins += outcome == mine
        tally.draws += outcome == "draw"
        tally.losses += outcome not in (mine, "draw")
    for tally, sign, side in ((first, 1, 0), (second, -1, 1)):
        tally.points += match.result.points[side]
        tally.difference += sign * match.result.difference
        needed = match.result.solved_in[side]
        if needed is not None:
            tally.solved.append(needed)


def _compare_heads(ranked: Sequence[Tally], matches: Sequence[Played]) -> None:
    """Once for each group equal on the first four: the points of the matches inside it."""
    for tally in ranked:
        group = {t.entrant.account_id for t in ranked if t.first_four() == tally.first_four()}
        if len(group) == 1:
            continue
        me = tally.entrant.account_id
        tally.head_to_head = 0
        for match in matches:
            if me in (match.first, match.second) and {match.first, match.second} <= group:
                tally.head_to_head += match.result.points[0 if match.first == me else 1]


def _order(tally: Tally) -> tuple[Any, ...]:
    return (*tally.first_four(), -(tally.head_to_head or 0), tally.entrant.lot)


def _rows(ranked: Sequence[Tally], last: Sequence[Tally]) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for number, tally in enumerate([*ranked, *last], start=1):
        row = _row(tally)
        if number > len(ranked):
            row["position"], row["decided_by"] = None, "disqualified"
        else:
            row["decided_by"] = _separation(rows[-1], row) if rows else None
            shared = row["decided_by"] == "shared"
            row["position"] = rows[-1]["position"] if shared else number
        rows.append(row)
    if rows:
        rows[0]["decided_by"] = None
    return rows


def _separation(above: Mapping[str, Any], row: Mapping[str, Any]) -> str:
    for criterion in CRITERIA:
        if above[criterion] != row[criterion]:
            return criterion
    return "shared"


def _row(tally: Tally) -> dict[str, Any]:
    return {
        "account_id": tally.entrant.account_id,
        "display_name": tally.entrant.display_name,
        "played": tally.wins + tally.draws + tally.losses,
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "byes": tally.byes,
        "points": tally.points,
        "attempt_difference": tally.difference,
        "solved_games": len(tally.solved),
        "solved_attempts": sum(tally.solved),
        "average_attempts": tally.average,
        "head_to_head": tally.head_to_head,
    }
