"""Telling how a match was played once it has closed, and keeping whether it is under review."""

from services.match.domain.duel import Duel, Side
from services.match.domain.observing import observe_side
from services.match.domain.result import Outcome
from services.match.store import reviews
from shared.events.catalogue import ObservedSide, PlayObserved, ReviewChanged
from shared.unit_of_work import UnitOfWork


def observed_event(duel: Duel, outcome: Outcome | None) -> PlayObserved:
    """How both sides of an ended duel played; `outcome` is that of its first result."""
    assert duel.ended_at is not None, "nothing is told of an open duel"
    return PlayObserved(
        match_id=duel.match_id,
        kind=duel.kind.value,
        season_id=duel.season_id,
        round=duel.round,
        first=_side(duel, Side.FIRST),
        second=_side(duel, Side.SECOND),
        outcome=outcome.value if outcome else None,
        ended_at=duel.ended_at,
    )


def keep_review(uow: UnitOfWork, event: ReviewChanged) -> None:
    """Show the match as under review, or not any more."""
    reviews.keep(uow, event.match_id, under_review=event.under_review, revision=event.revision)


def _side(duel: Duel, side: Side) -> ObservedSide:
    play = observe_side(duel, side)
    return ObservedSide(
        account_id=play.account_id,
        attempts=play.attempts,
        solved=play.solved,
        answer_milliseconds=play.answer_milliseconds,
    )
