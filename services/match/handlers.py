"""What the match service does about each event that it hears."""

from services.match.usecases import (
    accounts,
    closing,
    departures,
    drawing,
    hearing,
    ladder_games,
    observing,
    seasons,
)
from shared.events.catalogue import (
    AccountDeleted,
    AccountSuspended,
    DuelHeard,
    EventType,
    LadderGameCalledOff,
    LadderGameOpened,
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
from shared.names import NAME_HANDLERS, keep_suspension
from shared.service import Handler

HANDLERS: dict[EventType, Handler] = {
    **NAME_HANDLERS,
    AccountSuspended: keep_suspension,
    AccountDeleted: accounts.delete,
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
    LadderGameOpened: ladder_games.open_game,
    LadderGameCalledOff: ladder_games.call_off,
    DuelHeard: hearing.keep_heard,
    ReviewChanged: observing.keep_review,
}
