"""What the match service does about each event that it hears."""

from services.match.usecases import closing, departures, drawing, observing, seasons
from shared.events.catalogue import (
    EventType,
    ParticipantDisqualified,
    ParticipantWithdrawn,
    RegistrationClosed,
    ReviewChanged,
    RoundClosed,
    RoundPaired,
    SeasonAnnounced,
    SeasonCancelled,
    SeasonChanged,
    SeasonFinished,
    SolvingOpened,
)
from shared.names import NAME_HANDLERS
from shared.service import Handler

HANDLERS: dict[EventType, Handler] = {
    **NAME_HANDLERS,
    SeasonAnnounced: seasons.announce,
    RegistrationClosed: seasons.close_registration,
    SeasonChanged: seasons.change,
    SeasonCancelled: seasons.cancel,
    SeasonFinished: seasons.finish,
    RoundPaired: seasons.pair_round,
    SolvingOpened: drawing.open_solving,
    RoundClosed: closing.close_round,
    ParticipantWithdrawn: departures.withdraw,
    ParticipantDisqualified: departures.disqualify,
    ReviewChanged: observing.keep_review,
}
