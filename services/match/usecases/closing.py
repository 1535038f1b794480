"""Closing duels: with a result when their round is over, without one when it is called off."""

from services.match.chance import choose
from services.match.domain.closing import call_off, close_duel
from services.match.domain.duel import Duel
from services.match.domain.result import Result
from services.match.store import agenda, duels, results, rounds, seasons
from services.match.store.loading import StoredDuel
from services.match.store.selection import after_round, not_ended, of_round
from services.match.usecases.announcing import result_event
from services.match.usecases.observing import observed_event
from shared.events.catalogue import RoundClosed
from shared.unit_of_work import UnitOfWork

BATCH = 200


def close_round(uow: UnitOfWork, event: RoundClosed) -> None:
    """Mark a round due. Its duels are settled by the timer, each not before its deadline."""
    seasons.lock(uow, event.season_id)
    rounds.enter(uow, event.season_id, event.round)
    rounds.change(uow, event.season_id, event.round, due=True, departures=event.departures)


def settle_due(uow: UnitOfWork) -> None:
    """Settle one batch of a closed round's duels and announce their results."""
    due = agenda.claim(uow, agenda.next_to_settle)
    if due is None or due.round is None:
        return
    found = duels.lock_some(
        uow, of_round(due.season_id, due.round), not_ended(), most=BATCH, as_closed=True
    )
    _settle(uow, due.season_id, found)
    if len(found) < BATCH:
        rounds.change(uow, due.season_id, due.round, drawn=True, settled=True)


def _settle(uow: UnitOfWork, season_id: str, found: list[StoredDuel]) -> None:
    now, acts = uow.now(), seasons.acts(uow, season_id)
    closed: list[tuple[Duel, Result]] = [
        close_duel(stored.duel, stored.values, now=now, choose=choose) for stored in found
    ]
    befores = [stored.duel for stored in found]
    duels.save(uow, zip(befores, (duel for duel, _ in closed), strict=True))
    results.add_first(uow, [(duel.match_id, result) for duel, result in closed], now, acts)
    uow.emit(*(result_event(duel, result, act=None, acts=acts) for duel, result in closed))
    uow.emit(*(observed_event(duel, result.outcome) for duel, result in closed))


def call_off_due(uow: UnitOfWork) -> None:
    """Close one batch of a cancelled season's duels, those of rounds closed before left alone."""
    due = agenda.claim(uow, agenda.next_to_call_off)
    if due is None:
        return
    last_round = seasons.lock(uow, due.season_id).last_round
    found = duels.lock_some(uow, after_round(due.season_id, last_round), not_ended(), most=BATCH)
    now = uow.now()
    changes = [(stored.duel, call_off(stored.duel, now=now, choose=choose)) for stored in found]
    duels.save(uow, changes)
    uow.emit(*(observed_event(after, None) for _, after in changes))
    if len(found) < BATCH:
        seasons.change(uow, due.season_id, called_off=True)
