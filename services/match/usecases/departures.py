"""Obeying withdrawals and disqualifications, and saying so."""

from services.match.domain.duel import Bar
from services.match.store import bars, duels, seasons
from services.match.usecases.announcing import barred_event
from shared.events.catalogue import ParticipantDisqualified, ParticipantWithdrawn
from shared.unit_of_work import UnitOfWork

Departure = ParticipantWithdrawn | ParticipantDisqualified


def withdraw(uow: UnitOfWork, event: ParticipantWithdrawn) -> None:
    """Refuse a player's moves from a round on."""
    _obey(uow, event, Bar.WITHDRAWN)


def disqualify(uow: UnitOfWork, event: ParticipantDisqualified) -> None:
    """Refuse a player's moves from now on; an act of the season, with its number."""
    _obey(uow, event, Bar.DISQUALIFIED)


def _obey(uow: UnitOfWork, event: Departure, kind: Bar) -> None:
    seasons.lock(uow, event.season_id)
    if bars.is_known(uow, event.season_id, event.departure):
        return
    act = last_round = None
    if isinstance(event, ParticipantDisqualified):
        act, last_round = _act(uow, event), event.last_round
    bars.add(uow, event, kind, act, last_round)
    duels.wait_for_moves(uow, event.season_id, event.account_id)
    uow.emit(barred_event(event.season_id, event.account_id, kind.value, act, last_round))


def _act(uow: UnitOfWork, event: ParticipantDisqualified) -> int:
    """One disqualification is one act, even if it is told under two numbers."""
    told = bars.act_of(uow, event.season_id, event.account_id)
    return told or seasons.next_act(uow, event.season_id)
