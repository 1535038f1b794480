"""All that is known of a season: counted, which is cheap, or loaded."""

from dataclasses import replace

from services.standings.domain.facts import Facts, Registered
from services.standings.domain.history import Progress, progress_of
from services.standings.domain.season import Season
from services.standings.store import acts, participants, results, rounds
from shared.unit_of_work import UnitOfWork


def progress(uow: UnitOfWork, season: Season) -> Progress:
    """How far the season has come, without loading its results."""
    announced = rounds.closed(uow, season.id)
    return progress_of(
        season.rounds if participants.all_known(uow, season) else None,
        {number: closed.matches for number, closed in announced.items()},
        results.counts(uow, season.id),
        acts.by_number(uow, season.id),
    )


def outline(uow: UnitOfWork, season: Season) -> Facts:
    """Who takes part and which rounds have closed, without results and acts."""
    return Facts(registered=_registered(uow, season), closed=rounds.closed(uow, season.id))


def load(uow: UnitOfWork, season: Season) -> Facts:
    return replace(
        outline(uow, season),
        settled=results.settled(uow, season.id),
        acts=acts.by_number(uow, season.id),
    )


def _registered(uow: UnitOfWork, season: Season) -> Registered | None:
    if season.points is None or season.rounds is None or not participants.all_known(uow, season):
        return None
    return Registered(participants.by_lot(uow, season.id), season.points, season.rounds)
