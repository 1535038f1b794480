"""From rows to domain values and back, one function for each."""

from dataclasses import asdict, dataclass, field
from typing import Any

from services.match.domain.duel import Attempt, Clue, Duel, Kind, Phase, Player, Side
from services.match.domain.result import By, Outcome, Points, Result, SideResult
from services.match.domain.season import SeasonState, bar_in, phase_held
from services.match.domain.settings import ClueSettings, GameSettings, PointValues

ROUND_COLUMNS = (
    "preparing_from",
    "solving_from",
    "closes_at",
    "points",
    "game",
    "clues",
    "optimal",
    "departures",
)
SEASON_COLUMNS = ("held_round", "held_phase", "last_round", "cancelled_at")
SIDE_COLUMNS = ("side", "account_id", "draft", "code", "code_generated")
RESULT_COLUMNS = (
    "revision",
    "outcome",
    "by",
    "first_points",
    "second_points",
    "attempt_difference",
    "first_played",
    "first_solved",
    "first_attempts",
    "second_played",
    "second_solved",
    "second_attempts",
    "annulled",
    "left",
    "left_phase",
)


@dataclass(frozen=True, slots=True)
class Pairing:
    """Why a Swiss match is as it is."""

    points_difference: int
    rank_difference: int
    met_before: int
    optimal: str


@dataclass(slots=True)
class SideMoves:
    """The attempts and clues of one side, gathered in order."""

    attempts: list[Attempt] = field(default_factory=list)
    clues: list[Clue] = field(default_factory=list)

    def add(self, row: Any) -> None:
        if row.is_attempt:
            self.attempts.append(Attempt(row.number, row.text, row.place, row.partial, row.at))
        else:
            self.clues.append(Clue(row.place, row.text, row.at))


def duel(head: Any, first: Player, second: Player) -> Duel:
    return Duel(
        match_id=head.id,
        kind=Kind.LEAGUE,
        season_id=head.season_id,
        round=head.round,
        game=GameSettings(**head.game),
        clues=head.clues and ClueSettings(**head.clues),
        preparing_from=head.preparing_from,
        solving_from=head.solving_from,
        closes_at=head.closes_at,
        first=first,
        second=second,
        held_phase=phase_held(season_state(head), head.round),
        ended_at=head.ended_at,
    )


def season_state(row: Any) -> SeasonState:
    return SeasonState(
        held_round=row.held_round,
        held_phase=row.held_phase and Phase(row.held_phase),
        last_round=row.last_round,
        cancelled=row.cancelled_at is not None,
    )


def player(row: Any, moves: SideMoves, *, as_closed: bool) -> Player:
    disqualified = row.disqualification is not None and not (
        as_closed and row.disqualification > row.departures
    )
    return Player(
        account_id=row.account_id,
        draft=row.draft,
        code=row.code,
        code_generated=row.code_generated,
        attempts=tuple(moves.attempts),
        clues=tuple(moves.clues),
        barred=bar_in(row.round, row.withdrawn_from, disqualified=disqualified),
    )


def point_values(row: Any) -> PointValues:
    return PointValues(**{name: row.points[name] for name in ("win", "draw", "loss")})


def pairing(row: Any) -> Pairing | None:
    if row.optimal is None:
        return None
    return Pairing(row.points_difference, row.rank_difference, row.met_before, row.optimal)


def result(row: Any) -> Result | None:
    """The result in a row that has `RESULT_COLUMNS`; None where they are empty."""
    return None if row.revision is None else kept_result(row)


def kept_result(row: Any) -> Result:
    """The result in one of its own rows."""
    return Result(
        outcome=Outcome(row.outcome),
        by=By(row.by),
        points=Points(row.first_points, row.second_points),
        attempt_difference=row.attempt_difference,
        first=SideResult(row.first_played, row.first_solved, row.first_attempts),
        second=SideResult(row.second_played, row.second_solved, row.second_attempts),
        revision=row.revision,
        annulled=row.annulled,
        left=row.left and Side(row.left),
        left_phase=row.left_phase and Phase(row.left_phase),
    )


def result_values(given: Result) -> dict[str, Any]:
    """The columns of a result."""
    sides = {
        f"{side}_{name}": value
        for side, told in (("first", given.first), ("second", given.second))
        for name, value in asdict(told).items()
    }
    return {
        "revision": given.revision,
        "outcome": given.outcome.value,
        "by": given.by.value,
        "first_points": given.points.first,
        "second_points": given.points.second,
        "attempt_difference": given.attempt_difference,
        "annulled": given.annulled,
        "left": given.left and given.left.value,
        "left_phase": given.left_phase and given.left_phase.value,
        **sides,
    }
