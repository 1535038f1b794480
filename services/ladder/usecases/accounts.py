"""What the ladder keeps of accounts beside their names."""

from services.ladder.store import accounts
from shared.events.catalogue import AccountRegistered
from shared.names import keep_name
from shared.unit_of_work import UnitOfWork


def register(uow: UnitOfWork, event: AccountRegistered) -> None:
    """Somebody may take part; a guest, in games that are not rated."""
    keep_name(uow, event)
    if event.is_guest:
        accounts.note_guest(uow, event.account_id)
