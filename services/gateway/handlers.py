"""Which use case hears which event."""

from services.gateway.usecases import live, live_ladder
from shared.events.catalogue import (
    DuelChanged,
    DuelOpened,
    EventType,
    LadderGameVoided,
    LadderSeasonConfirmed,
    MatchResult,
    RatingChanged,
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
    DuelOpened: live_ladder.open_duel,
    RatingChanged: live_ladder.change_ranking,
    LadderGameVoided: live_ladder.void_game,
    LadderSeasonConfirmed: live_ladder.change_ranking,
}
