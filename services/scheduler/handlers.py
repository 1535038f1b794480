"""What the scheduler does about each event that it hears."""

from services.scheduler.usecases import obeying, registration, tables
from shared.events.catalogue import (
    AccountDeleted,
    EventType,
    ParticipantBarred,
    StandingsPublished,
)
from shared.names import NAME_HANDLERS
from shared.service import Handler

HANDLERS: dict[EventType, Handler] = {
    **NAME_HANDLERS,
    AccountDeleted: registration.forget_account,
    ParticipantBarred: obeying.keep_obeyed,
    StandingsPublished: tables.take_table,
}
