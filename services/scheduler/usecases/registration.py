"""Registering for a season, and leaving it again before or after the list closes."""

from services.scheduler.domain.errors import NotRegistered
from services.scheduler.domain.participants import Status, withdrawn
from services.scheduler.domain.registration import (
    Departure,
    departure,
    ensure_place,
    ensure_registration_open,
)
from services.scheduler.domain.season import out_from_round
from services.scheduler.store import participants, seasons
from services.scheduler.store.seasons import Stored
from services.scheduler.tables import ParticipantRow
from services.scheduler.usecases import clock, ending, obeying, telling
from shared.events.catalogue import AccountDeleted
from shared.names import ensure_not_deleted, keep_deletion, learn_name
from shared.unit_of_work import UnitOfWork
from shared.web.tokens import Caller


def register(uow: UnitOfWork, caller: Caller, season_id: str) -> tuple[ParticipantRow, bool]:
    """The caller's entry in the list, and whether it is new.

    Raises `RegistrationNotOpen` and `SeasonFull`.
    """
    stored = seasons.lock(uow, season_id)
    account_id, now = caller.account, uow.now()
    ensure_registration_open(stored.season, now)
    ensure_not_deleted(uow, account_id)
    clock.open_if_due(uow, stored)
    learn_name(uow, account_id, caller.name)
    if participants.find(uow, season_id, account_id) is None:
        ensure_place(stored.season, stored.row.participants)
    new = participants.register(uow, season_id, account_id, now)
    if new:
        stored.row.participants += 1
    entry = participants.find(uow, season_id, account_id)
    assert entry is not None
    return entry, new


def leave(uow: UnitOfWork, caller: Caller, season_id: str) -> None:
    """Take the caller off the list, or out of the running season.

    The answer waits until the match service obeys a withdrawal. Raises `NotRegistered`,
    `RegistrationNotOpen`, `SeasonOver`.
    """
    stored = seasons.lock(uow, season_id)
    clock.bring_up_to_date(uow, stored)
    if _leave(uow, stored, caller.account) == Departure.WITHDRAWS:
        obeying.answer_once_obeyed(uow, season_id, caller.account)


def forget_account(uow: UnitOfWork, event: AccountDeleted) -> None:
    """Forget the name of a deleted account, which leaves every season that is not over."""
    keep_deletion(uow, event)
    for season_id in participants.seasons_of(uow, event.account_id):
        stored = seasons.lock(uow, season_id)
        clock.bring_up_to_date(uow, stored)
        if not stored.season.is_over:
            _leave(uow, stored, event.account_id)


def _leave(uow: UnitOfWork, stored: Stored, account_id: str) -> Departure:
    entry = participants.find(uow, stored.id, account_id)
    if entry is not None and entry.status != Status.ACTIVE:
        return Departure.WITHDRAWS
    meaning = departure(stored.season, uow.now())
    if entry is None:
        raise NotRegistered
    if meaning == Departure.WITHDRAWS:
        _withdraw(uow, stored, entry)
    elif participants.remove(uow, stored.id, account_id):
        stored.row.participants -= 1
    return meaning


def _withdraw(uow: UnitOfWork, stored: Stored, entry: ParticipantRow) -> None:
    out = withdrawn(participants.participant(entry), out_from_round(stored.season))
    participants.keep(uow, stored.id, out)
    telling.departed(uow, stored, out)
    ending.finish_without_players(uow, stored)
