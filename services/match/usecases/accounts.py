"""What becomes of the live duels of an account that is deleted."""

from services.match.store import live_duels, tables
from services.match.usecases.live_duels import resign_of
from shared.events.catalogue import AccountDeleted
from shared.names import keep_deletion
from shared.unit_of_work import UnitOfWork


def delete(uow: UnitOfWork, event: AccountDeleted) -> None:
    """Close the account's table and resign its live duel, then forget its name."""
    tables.drop_open(uow, event.account_id)
    if match_id := live_duels.duel_of(uow, event.account_id):
        resign_of(uow, match_id, event.account_id)
    keep_deletion(uow, event)
