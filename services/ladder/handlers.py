"""Which event makes the ladder do what."""

from services.ladder.usecases import accounts, duels
from shared.events.catalogue import (
    AccountDeleted,
    AccountRegistered,
    AccountSuspended,
    DuelOpened,
    EventType,
    MatchResult,
)
from shared.names import NAME_HANDLERS
from shared.service import Handler

HANDLERS: dict[EventType, Handler] = {
    **NAME_HANDLERS,
    AccountRegistered: accounts.register,
    AccountSuspended: duels.suspend,
    AccountDeleted: duels.delete,
    DuelOpened: duels.open_duel,
    MatchResult: duels.end_duel,
}
