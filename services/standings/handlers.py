"""Which event makes the standings do what."""

from services.standings import usecases
from shared.events.catalogue import (
    EventType,
    MatchResult,
    ParticipantBarred,
    RegistrationClosed,
    RoundClosed,
    RoundPaired,
    SeasonAnnounced,
    SeasonCancelled,
    SeasonChanged,
    SeasonFinished,
)
from shared.names import NAME_HANDLERS
from shared.service import Batched, Handler

HANDLERS: dict[EventType, Handler] = {
    **NAME_HANDLERS,
    SeasonAnnounced: usecases.seasons.keep_settings,
    SeasonChanged: usecases.seasons.keep_times,
    SeasonCancelled: usecases.seasons.keep_end,
    SeasonFinished: usecases.seasons.keep_end,
    RegistrationClosed: usecases.seasons.keep_participants,
    RoundPaired: usecases.rounds.keep_pairing,
    RoundClosed: usecases.rounds.keep_close,
    MatchResult: Batched(usecases.results.keep_results),
    ParticipantBarred: usecases.results.keep_disqualification,
}
