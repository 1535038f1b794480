"""Which use case hears which event."""

from typing import Any

from services.gateway.usecases import live, observing, reading, reminding
from shared.events.catalogue import (
    DuelChanged,
    EventType,
    MatchResult,
    PlayObserved,
    RoundClosed,
    RoundPaired,
    SeasonAnnounced,
    SeasonCancelled,
    SeasonChanged,
    SeasonFinished,
    SolvingOpened,
    StandingsPublished,
)
from shared.service import Handler
from shared.unit_of_work import UnitOfWork


def _each(*handlers: Handler) -> Handler:
    """All of `handlers`, one after the other, in one transaction."""

    def handle(uow: UnitOfWork, event: Any) -> None:
        for one in handlers:
            one(uow, event)

    return handle


HANDLERS: dict[EventType, Handler] = {
    SeasonAnnounced: _each(live.announce_season, reading.season_changed),
    SeasonChanged: _each(live.change_season, reminding.take_times, reading.season_changed),
    SeasonCancelled: _each(live.end_season, reminding.end_season, reading.season_changed),
    SeasonFinished: _each(live.end_season, reminding.end_season, reading.season_changed),
    RoundPaired: _each(live.pair_round, reminding.take_pairing, reading.season_changed),
    SolvingOpened: _each(live.open_solving, reading.season_changed),
    RoundClosed: _each(live.close_round, reminding.close_round, reading.season_changed),
    StandingsPublished: _each(live.publish_table, reading.season_changed),
    MatchResult: _each(live.end_duel, reminding.end_match, reading.match_ended),
    DuelChanged: live.change_duel,
    PlayObserved: observing.observe,
}
