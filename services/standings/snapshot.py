"""What the standings can tell again: every table published; and what they keep of others' data."""

from services.standings import store
from services.standings.usecases.publishing import announcements
from shared.events.catalogue import (
    MatchResult,
    ParticipantBarred,
    RegistrationClosed,
    RoundClosed,
    RoundPaired,
    SeasonAnnounced,
    SeasonCancelled,
    SeasonChanged,
    SeasonFinished,
    StandingsPublished,
)
from shared.names import KEPT_OF_ACCOUNTS
from shared.snapshot import Chapter, Reached, Snapshot, Told
from shared.unit_of_work import UnitOfWork


def next_table(uow: UnitOfWork, reached: Reached) -> Told | None:
    """One revision of a table."""
    # The table before the first round is number 0.
    season_id, number, revision = reached or ("", -1, 0)
    key = store.published.next_key(uow, (season_id, number, revision))
    table = key and store.published.find(uow, *key)
    return Told(announcements(key[0], table), key) if key and table else None


SNAPSHOT = Snapshot(
    keeps=(
        *KEPT_OF_ACCOUNTS,
        SeasonAnnounced,
        SeasonChanged,
        SeasonCancelled,
        SeasonFinished,
        RegistrationClosed,
        RoundPaired,
        RoundClosed,
        MatchResult,
        ParticipantBarred,
    ),
    chapters=(Chapter(types=(StandingsPublished,), read=next_table),),
)
