"""Noticing what operators should look at, once a match has closed; nothing follows by itself."""

from services.gateway.domain.signals import Observation, SidePlay, lop_sided, signals_of
from services.gateway.store import observations, sightings, signals
from shared.events.catalogue import ObservedSide, PlayObserved, ReportedGameEnded
from shared.unit_of_work import UnitOfWork


def observe(uow: UnitOfWork, event: PlayObserved) -> None:
    """Keep the match and the signals in it; friendly games count for nothing and show nothing.

    A move is passed on only once its sender's sighting is committed, so all are there by now.
    """
    if event.kind != "friendly":
        _keep(uow, _observation(event))


def observe_elsewhere(uow: UnitOfWork, event: ReportedGameEnded) -> None:
    """The same of a game that another server reports: nothing is known of its moves, only who met
    whom, and from where both use the platform.
    """
    first, second = (SidePlay(one, 0, False, ()) for one in (event.first, event.second))
    observation = Observation(
        match_id=event.game_id,
        kind="ladder",
        season_id=event.season_id,
        first=first,
        second=second,
        outcome=event.winner,
        ended_at=event.ended_at,
    )
    _keep(uow, observation)


def _keep(uow: UnitOfWork, observation: Observation) -> None:
    if not observations.add(uow, observation):
        return
    first, second = observation.first.account_id, observation.second.account_id
    shared = sightings.shared(uow, observation.match_id, first, second)
    for signal in signals_of(observation, shared):
        signals.keep(uow, signal)
    pattern = lop_sided(observation.pair, observations.meetings(uow, observation.pair))
    if pattern:
        signals.keep(uow, pattern)
    else:
        signals.drop(uow, f"lop_sided_pair:{observation.pair}")


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
