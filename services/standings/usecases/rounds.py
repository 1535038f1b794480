"""What the scheduler tells of a round: kept as facts."""

from services.standings import store
from services.standings.domain.facts import Closed
from services.standings.domain.round_days import RoundSpan
from shared.events.catalogue import RoundClosed, RoundPaired
from shared.unit_of_work import UnitOfWork


def keep_pairing(uow: UnitOfWork, event: RoundPaired) -> None:
    times = event.times
    span = RoundSpan(event.round, times.preparing_from, times.closes_at)
    store.rounds.enter_times(uow, event.season_id, [span], event.times_revision)
    match_ids = [match.match_id for match in event.matches]
    store.rounds.enter_matches(uow, event.season_id, event.round, match_ids)


def keep_close(uow: UnitOfWork, event: RoundClosed) -> None:
    """From here on the round's table is due as soon as all its results are here."""
    closed = Closed(event.round, event.matches, event.bye)
    store.rounds.enter_close(uow, event.season_id, closed)
    store.looks.note(uow, event.season_id)
