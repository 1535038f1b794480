"""Which public reads an event changes. What players do in secret is not among them."""

from collections.abc import Sequence
from functools import partial

from services.gateway.public_reads.memory import reads_changed
from shared.events.catalogue import (
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


def matches_ended(uow: UnitOfWork, events: Sequence[MatchResult]) -> None:
    tags = {f"matches/{event.match_id}" for event in events}
    tags |= {f"seasons/{event.season_id}" if event.season_id else "ladder" for event in events}
    uow.afterwards(partial(reads_changed, sorted(tags)))


def ladder_changed(
    uow: UnitOfWork, _event: RatingChanged | LadderGameVoided | LadderSeasonConfirmed
) -> None:
    uow.afterwards(partial(reads_changed, ("ladder",)))
