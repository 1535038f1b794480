"""A season that fails is tried again later, so that it does not keep the others waiting."""

from collections.abc import Callable
from datetime import timedelta

import structlog
from sqlalchemy.exc import OperationalError

from services.scheduler.store import seasons
from services.scheduler.store.seasons import Due
from shared.unit_of_work import UnitOfWork

log = structlog.get_logger()

PAUSE = timedelta(minutes=1)


def or_later(uow: UnitOfWork, due: Due, work: Callable[[], None]) -> None:
    """Do `work` for the season that is due; if it fails, leave no trace and put it off.

    What the database could not do just now is not the season's fault and is tried at once.
    `work` must undo what it did where it raises, as inside a savepoint.
    """
    try:
        work()
    except OperationalError:
        raise
    except Exception:
        log.exception("season_failed", season_id=due.season_id, what=due.what)
        seasons.put_off(uow, due, uow.now() + PAUSE)
