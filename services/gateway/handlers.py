"""Which use case hears which event."""

from services.gateway.usecases import live
from shared.events.catalogue import (
    DuelChanged,
    EventType,
    MatchResult,
    RoundClosed,
    RoundPaired,
    SeasonAnnounced,
    SeasonCancelled,
    SeasonChanged,
    SeasonFinished,
    SolvingOpened,
    StandingsPublished,
)
from shared.service import Batched, Handler

HANDLERS: dict[EventType, Handler] = {
    SeasonAnnounced: live.announce_season,
    SeasonChanged: live.change_season,
    SeasonCancelled: live.end_season,
    SeasonFinished: live.end_season,
    RoundPaired: live.pair_round,
    SolvingOpened: live.open_solving,
    RoundClosed: live.close_round,
    StandingsPublished: live.publish_table,
    MatchResult: Batched(live.end_duels),
    DuelChanged: Batched(live.change_duels),
}
