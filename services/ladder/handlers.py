"""Which event makes the ladder do what."""

from shared.events.catalogue import EventType
from shared.names import NAME_HANDLERS
from shared.service import Handler

HANDLERS: dict[EventType, Handler] = {**NAME_HANDLERS}
