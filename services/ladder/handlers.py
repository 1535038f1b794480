"""Which event makes the ladder do what."""

from services.ladder.usecases import duels
from shared.events.catalogue import (
    AccountDeleted,
    AccountSuspended,
    DuelOpened,
    EventType,
    MatchResult,
)
from shared.names import NAME_HANDLERS
from shared.service import Handler

HANDLERS: dict[EventType, Handler] = {
    **NAME_HANDLERS,
    AccountSuspended: duels.suspend,
    AccountDeleted: duels.delete,
    DuelOpened: duels.open_duel,
    MatchResult: duels.end_duel,
}
