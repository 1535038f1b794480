"""Which use case hears which event."""

from typing import Any

from services.gateway.usecases import live, observing, reminding
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
    SeasonAnnounced: live.announce_season,
    SeasonChanged: _each(live.change_season, reminding.take_times),
    SeasonCancelled: _each(live.end_season, reminding.end_season),
    SeasonFinished: _each(live.end_season, reminding.end_season),
    RoundPaired: _each(live.pair_round, reminding.take_pairing),
    SolvingOpened: live.open_solving,
    RoundClosed: _each(live.close_round, reminding.close_round),
    StandingsPublished: live.publish_table,
    MatchResult: _each(live.end_duel, reminding.end_match),
    DuelChanged: live.change_duel,
    PlayObserved: observing.observe,
}
