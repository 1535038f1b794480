"""Which use case hears which event."""

from collections.abc import Sequence
from typing import Any

from services.gateway.usecases import live, live_ladder, observing, reading, reminding
from shared.events.catalogue import (
    DuelChanged,
    DuelOpened,
    EventType,
    LadderGameVoided,
    LadderSeasonConfirmed,
    MatchResult,
    PlayObserved,
    RatingChanged,
    ReportedGameEnded,
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
from shared.unit_of_work import UnitOfWork


def _each(*handlers: Handler) -> Handler:
    """All of `handlers`, one after the other, in one transaction."""

    def handle(uow: UnitOfWork, event: Any) -> None:
        for one in handlers:
            one(uow, event)

    return handle


def _end_matches(uow: UnitOfWork, events: Sequence[MatchResult]) -> None:
    live.end_duels(uow, events)
    reminding.end_matches(uow, events)
    reading.matches_ended(uow, events)


HANDLERS: dict[EventType, Handler] = {
    SeasonAnnounced: _each(live.announce_season, reading.season_changed),
    SeasonChanged: _each(live.change_season, reminding.take_times, reading.season_changed),
    SeasonCancelled: _each(live.end_season, reminding.end_season, reading.season_changed),
    SeasonFinished: _each(live.end_season, reminding.end_season, reading.season_changed),
    RoundPaired: _each(live.pair_round, reminding.take_pairing, reading.season_changed),
    SolvingOpened: _each(live.open_solving, reading.season_changed),
    RoundClosed: _each(live.close_round, reminding.close_round, reading.season_changed),
    StandingsPublished: _each(live.publish_table, reading.season_changed),
    MatchResult: Batched(_end_matches),
    DuelChanged: Batched(live.change_duels),
    DuelOpened: live_ladder.open_duel,
    RatingChanged: _each(live_ladder.change_ranking, reading.ladder_changed),
    LadderGameVoided: _each(live_ladder.void_game, reading.ladder_changed),
    LadderSeasonConfirmed: _each(live_ladder.change_ranking, reading.ladder_changed),
    PlayObserved: Batched(observing.observe),
    ReportedGameEnded: Batched(observing.observe_elsewhere),
}
