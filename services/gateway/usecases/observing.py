"""Noticing what operators should look at, once a match has closed; nothing follows by itself."""

from collections.abc import Sequence

from services.gateway.domain.signals import (
    Observation,
    SidePlay,
    lop_sided,
    pattern_key,
    signals_of,
)
from services.gateway.store import observations, sightings, signals
from shared.events.catalogue import ObservedSide, PlayObserved, ReportedGameEnded
from shared.unit_of_work import UnitOfWork


def observe(uow: UnitOfWork, events: Sequence[PlayObserved]) -> None:
    """Keep matches and the signals in them; friendly games count for nothing and show nothing.

    A move is passed on only once its sender's sighting is committed, so all are there by now.
    """
    _keep(uow, [_observation(event) for event in events if event.kind != "friendly"])


def observe_elsewhere(uow: UnitOfWork, events: Sequence[ReportedGameEnded]) -> None:
    """The same of games that another server reports: nothing is known of their moves, only who met
    whom, and from where both use the platform.
    """
    _keep(uow, [_observation_elsewhere(event) for event in events])


def _keep(uow: UnitOfWork, observed: Sequence[Observation]) -> None:
    new = observations.add(uow, observed)
    shared = sightings.shared(uow, new)
    found = [signal for one in new for signal in signals_of(one, shared[one.match_id])]
    meetings = observations.meetings(uow, {one.pair for one in new})
    patterns = {pair: lop_sided(pair, met) for pair, met in meetings.items()}
    signals.keep(uow, [*found, *(pattern for pattern in patterns.values() if pattern)])
    signals.drop(uow, [pattern_key(pair) for pair, pattern in patterns.items() if not pattern])


def _observation_elsewhere(event: ReportedGameEnded) -> Observation:
    first, second = (SidePlay(one, 0, False, ()) for one in (event.first, event.second))
    return Observation(
        match_id=event.game_id,
        kind="ladder",
        season_id=event.season_id,
        first=first,
        second=second,
        outcome=event.winner,
        ended_at=event.ended_at,
    )


def _observation(event: PlayObserved) -> Observation:
    return Observation(
        match_id=event.match_id,
        kind=event.kind,
        season_id=event.season_id,
        first=_side(event.first),
        second=_side(event.second),
        outcome=event.outcome,
        ended_at=event.ended_at,
    )


def _side(side: ObservedSide) -> SidePlay:
    answers = tuple(side.answer_milliseconds)
    return SidePlay(side.account_id, side.attempts, side.solved, answers)
