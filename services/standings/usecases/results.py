"""What the match service tells: results, corrections, disqualifications, kept as facts."""

from collections.abc import Sequence

from services.standings import store
from services.standings.domain.facts import Barred
from services.standings.domain.results import MatchOutcome, Outcome, Side
from services.standings.store.results import Told
from shared.events.catalogue import MatchResult, ParticipantBarred
from shared.unit_of_work import UnitOfWork


def keep_results(uow: UnitOfWork, events: Sequence[MatchResult]) -> None:
    """Keep one revision each of league matches' results; other games are none of the table's."""
    told = [
        (event.season_id, Told(_outcome(event, event.round), event.act, event.acts))
        for event in events
        if event.kind == "league" and event.season_id is not None and event.round is not None
    ]
    store.results.enter_results(uow, told)
    for season_id in dict.fromkeys(season_id for season_id, _ in told):
        store.looks.note(uow, season_id)


def keep_disqualification(uow: UnitOfWork, event: ParticipantBarred) -> None:
    """Keep a disqualification; a withdrawal has no number, for it changes no table."""
    if event.act is None:
        return
    barred = Barred(event.act, event.account_id, event.last_round)
    store.acts.enter_disqualification(uow, event.season_id, barred)
    store.looks.note(uow, event.season_id)


def _outcome(event: MatchResult, number: int) -> MatchOutcome:
    first = Side(
        event.first,
        event.first_played,
        event.first_solved,
        event.first_attempts,
        event.first_points,
    )
    second = Side(
        event.second,
        event.second_played,
        event.second_solved,
        event.second_attempts,
        event.second_points,
    )
    return MatchOutcome(
        event.match_id,
        number,
        first,
        second,
        Outcome(event.outcome),
        event.by,
        event.attempt_difference,
        event.revision,
        event.annulled,
    )
