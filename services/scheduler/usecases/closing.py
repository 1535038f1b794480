"""Closing registration: the lot is drawn, the rounds are fixed and a round robin is drawn up."""

from services.scheduler.domain.calendar import round_times
from services.scheduler.domain.lot import lot_order
from services.scheduler.domain.registration import close_registration
from services.scheduler.domain.season import State
from services.scheduler.domain.settings import Format
from services.scheduler.store import participants, rounds, seasons
from services.scheduler.store.seasons import Stored
from services.scheduler.usecases import robin, telling
from shared.unit_of_work import UnitOfWork


def close_now(uow: UnitOfWork, stored: Stored) -> None:
    """The list closed, and the season running or cancelled; raises `RegistrationNotOpen`."""
    registered = participants.accounts(uow, stored.id)
    season = close_registration(stored.season, len(registered), uow.now())
    if season.state == State.CANCELLED:
        seasons.save(uow, stored, season)
        telling.cancelled(uow, stored)
        return
    lot = lot_order(stored.row.seed, registered)
    participants.number_by_lot(uow, stored.id, lot)
    number_of_rounds = season.rounds or 0
    known = round_times(season.settings, number_of_rounds)
    rounds.add(uow, stored.id, number_of_rounds, known, uow.now())
    seasons.save(uow, stored, season)
    telling.registration_closed(uow, stored, lot)
    if season.settings.format == Format.DOUBLE_ROUND_ROBIN:
        robin.draw_some(uow, stored)
