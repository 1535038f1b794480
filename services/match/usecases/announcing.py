"""Duels opened, results, and departures obeyed, as the other services hear of them."""

from typing import Literal

from services.match.domain.duel import Duel, Kind, Phase, Side
from services.match.domain.result import Result
from shared.events.catalogue import DuelOpened, MatchResult, ParticipantBarred


def result_event(duel: Duel, result: Result, *, act: int | None, acts: int) -> MatchResult:
    """The event of a result's present revision.

    A league match starts and finishes with its round: when its players moved in between, and
    when it was settled, is told to nobody. A live duel finishes when it ends.
    """
    finished_at = duel.ended_at if duel.live else duel.closes_at
    assert duel.preparing_from is not None, "a duel without times never ends"
    assert finished_at is not None, "a duel without times never ends"
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
        left=_side(result.left),
        left_phase=_phase(result.left_phase),
        started_at=duel.preparing_from,
        finished_at=finished_at,
        revision=result.revision,
        annulled=result.annulled,
        act=act,
        acts=acts,
    )


def opened_event(duel: Duel, guests: tuple[bool, bool]) -> DuelOpened:
    """The event of a live duel's opening."""
    assert duel.live is not None, "a league's duels open with their round"
    assert duel.preparing_from is not None, "a live duel opens at an instant"
    terms = duel.live.terms
    return DuelOpened(
        match_id=duel.match_id,
        kind="ladder" if duel.kind is Kind.LADDER else "friendly",
        origin=terms.origin.value,
        first=duel.first.account_id,
        second=duel.second.account_id,
        first_is_guest=guests[0],
        second_is_guest=guests[1],
        rated=terms.rated,
        unrated_reason=terms.unrated_reason,
        opened_at=duel.preparing_from,
        preparing_until=duel.preparing_from + terms.clocks.preparation,
    )


def _side(side: Side | None) -> Literal["first", "second"] | None:
    if side is None:
        return None
    return "first" if side is Side.FIRST else "second"


def _phase(phase: Phase | None) -> Literal["preparing", "solving"] | None:
    if phase is None:
        return None
    return "preparing" if phase is Phase.PREPARING else "solving"


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
