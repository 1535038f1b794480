"""Which public reads an event changes. What players do in secret is not among them."""

from functools import partial

from services.gateway.public_reads import reads_changed
from shared.events.catalogue import (
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
from shared.unit_of_work import UnitOfWork

OfSeason = (
    SeasonAnnounced
    | SeasonChanged
    | SeasonCancelled
    | SeasonFinished
    | RoundPaired
    | RoundClosed
    | SolvingOpened
    | StandingsPublished
)


def season_changed(uow: UnitOfWork, event: OfSeason) -> None:
    uow.afterwards(partial(reads_changed, ("seasons", f"seasons/{event.season_id}")))


def match_ended(uow: UnitOfWork, event: MatchResult) -> None:
    of_season = [f"seasons/{event.season_id}"] if event.season_id else ["ladder"]
    uow.afterwards(partial(reads_changed, (f"matches/{event.match_id}", *of_season)))
