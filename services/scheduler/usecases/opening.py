"""Opening registration, which freezes a season's settings."""

from services.scheduler.domain.registration import open_registration
from services.scheduler.store import seasons
from services.scheduler.store.seasons import Stored
from services.scheduler.usecases import telling
from shared.unit_of_work import UnitOfWork


def open_now(uow: UnitOfWork, stored: Stored) -> None:
    """Registration open; raises `SeasonNotDraft`."""
    seasons.save(uow, stored, open_registration(stored.season, uow.now()))
    telling.announced(uow, stored)
