"""Results and departures obeyed, as the other services hear of them."""

from typing import Literal

from services.match.domain.duel import Duel
from services.match.domain.result import Result
from shared.events.catalogue import MatchResult, ParticipantBarred


def result_event(duel: Duel, result: Result, *, act: int | None, acts: int) -> MatchResult:
    """The event of a result's present revision.

    A league match starts and finishes with its round: when its players moved in between, and
    when it was settled, is told to nobody.
    """
    assert duel.preparing_from is not None, "a duel without times never ends"
    assert duel.closes_at is not None, "a duel without times never ends"
    return MatchResult(
        match_id=duel.match_id,
        kind=duel.kind.value,
        season_id=duel.season_id,
        round=duel.round,
        first=duel.first.account_id,
        second=duel.second.account_id,
        outcome=result.outcome.value,
        by=result.by.value,
        first_played=result.first.played,
        second_played=result.second.played,
        first_attempts=result.first.attempts,
        second_attempts=result.second.attempts,
        first_solved=result.first.solved,
        second_solved=result.second.solved,
        first_points=result.points.first,
        second_points=result.points.second,
        attempt_difference=result.attempt_difference,
        left=None,
        left_phase=None,
        started_at=duel.preparing_from,
        finished_at=duel.closes_at,
        revision=result.revision,
        annulled=result.annulled,
        act=act,
        acts=acts,
    )


def barred_event(
    season_id: str,
    account_id: str,
    kind: Literal["withdrawn", "disqualified"],
    act: int | None,
    last_round: int | None,
) -> ParticipantBarred:
    """The event of a departure obeyed."""
    return ParticipantBarred(
        season_id=season_id, account_id=account_id, kind=kind, act=act, last_round=last_round
    )
