"""Who met whom, and how it ended: the players in table order against each other.

Only pairs that have met are kept, so that a Swiss of thousands stays as small as its
matches.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from services.standings.domain.results import MatchOutcome, Verdict


@dataclass(frozen=True, slots=True)
class Meeting:
    """One match as one of its players sees it.

    `side` is "first" or "second", `by` what decided it. An annulled match keeps its verdict and
    gives 0 points.
    """

    match_id: str
    round: int
    side: str
    outcome: Verdict
    by: str
    points: int
    annulled: bool


@dataclass(frozen=True, slots=True)
class Against:
    """All meetings with one opponent, by round."""

    account_id: str
    meetings: tuple[Meeting, ...]


@dataclass(frozen=True, slots=True)
class CrossRow:
    """A player's line: the opponents met, in table order."""

    account_id: str
    opponents: tuple[Against, ...]


def crosstable(order: Sequence[str], results: Iterable[MatchOutcome]) -> tuple[CrossRow, ...]:
    """The crosstable of `results`, which are those of closed rounds.

    `order` are the account ids as the table lists them, every player once.
    """
    place = {account: index for index, account in enumerate(order)}
    met: dict[str, dict[str, list[Meeting]]] = {account: defaultdict(list) for account in order}
    for result in sorted(results, key=lambda one: (one.round, one.match_id)):
        first, second = result.first.account_id, result.second.account_id
        for_first, for_second = _meetings(result)
        met[first][second].append(for_first)
        met[second][first].append(for_second)
    return tuple(
        CrossRow(
            account,
            tuple(
                Against(opponent, tuple(met[account][opponent]))
                for opponent in sorted(met[account], key=place.__getitem__)
            ),
        )
        for account in order
    )


def _meetings(result: MatchOutcome) -> tuple[Meeting, Meeting]:
    """The match as (first, second) see it."""
    first, second = (
        Meeting(
            result.match_id,
            result.round,
            name,
            verdict,
            result.by,
            0 if result.annulled else side.points,
            result.annulled,
        )
        for name, side, verdict in zip(
            ("first", "second"), (result.first, result.second), result.verdicts, strict=True
        )
    )
    return first, second
