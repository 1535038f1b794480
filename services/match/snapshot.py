"""What the match service can tell again: live duels, results and whom it bars; and
what it keeps of seasons and of the ladder's games."""

from services.match.store import bars, duels, live_duels, results
from services.match.store.loading import load, with_moves, without_moves
from services.match.usecases.announcing import barred_event, opened_event, result_event
from services.match.usecases.observing import observed_event
from shared.events.catalogue import (
    DuelOpened,
    LadderGameCalledOff,
    LadderGameOpened,
    MatchResult,
    ParticipantBarred,
    ParticipantDisqualified,
    ParticipantWithdrawn,
    PlayObserved,
    RegistrationClosed,
    ReviewChanged,
    RoundClosed,
    RoundPaired,
    SeasonAnnounced,
    SeasonCancelled,
    SeasonChanged,
    SeasonFinished,
    SolvingOpened,
)
from shared.names import KEPT_OF_ACCOUNTS
from shared.snapshot import Chapter, Reached, Snapshot, Told
from shared.unit_of_work import UnitOfWork

MOST_ROWS = 200


def next_results(uow: UnitOfWork, reached: Reached) -> Told | None:
    """Some results, every revision of each."""
    match_id, revision = reached or ("", 0)
    found = results.some(uow, after=(match_id, revision), most=MOST_ROWS)
    if not found:
        return None
    ids = list(dict.fromkeys(one.match_id for one in found))
    duels = {stored.duel.match_id: stored.duel for stored in load(uow, ids, without_moves)}
    facts = [
        result_event(duels[one.match_id], one.result, act=one.act, acts=one.acts) for one in found
    ]
    return Told(facts, (found[-1].match_id, found[-1].result.revision))


def next_bars(uow: UnitOfWork, reached: Reached) -> Told | None:
    """Some of those whose moves are refused."""
    season_id, departure = reached or ("", 0)
    rows = bars.some(uow, after=(season_id, departure), most=MOST_ROWS)
    if not rows:
        return None
    facts = [
        barred_event(row.season_id, row.account_id, row.kind, row.act, row.last_round)
        for row in rows
    ]
    return Told(facts, (rows[-1].season_id, rows[-1].departure))


def next_openings(uow: UnitOfWork, reached: Reached) -> Told | None:
    """Some live duels, as they were opened."""
    (after,) = reached or ("",)
    rows = live_duels.some_openings(uow, after=after, most=MOST_ROWS)
    if not rows:
        return None
    guests = {row.match_id: (row.first_is_guest, row.second_is_guest) for row in rows}
    found = load(uow, list(guests), without_moves)
    facts = [opened_event(stored.duel, guests[stored.duel.match_id]) for stored in found]
    return Told(facts, (rows[-1].match_id,))


def next_observations(uow: UnitOfWork, reached: Reached) -> Told | None:
    """How some of the matches that have ended were played."""
    ids = duels.ended(uow, after=reached[0] if reached else "", most=MOST_ROWS)
    if not ids:
        return None
    outcomes = results.first_outcomes(uow, ids)
    facts = [
        observed_event(stored.duel, outcomes.get(stored.duel.match_id))
        for stored in load(uow, ids, with_moves)
    ]
    return Told(facts, (ids[-1],))


SNAPSHOT = Snapshot(
    keeps=(
        *KEPT_OF_ACCOUNTS,
        SeasonAnnounced,
        RegistrationClosed,
        SeasonChanged,
        SeasonCancelled,
        SeasonFinished,
        RoundPaired,
        SolvingOpened,
        RoundClosed,
        ParticipantWithdrawn,
        ParticipantDisqualified,
        LadderGameOpened,
        LadderGameCalledOff,
        ReviewChanged,
    ),
    chapters=(
        Chapter(types=(DuelOpened,), read=next_openings),
        Chapter(types=(MatchResult,), read=next_results),
        Chapter(types=(ParticipantBarred,), read=next_bars),
        Chapter(types=(PlayObserved,), read=next_observations),
    ),
)
