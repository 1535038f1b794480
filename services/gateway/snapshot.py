"""What the gateway can tell again of accounts, and what it keeps of seasons for its listeners.

A duel that changed is told to its players and forgotten, so that nobody hears of it twice.
"""

from collections.abc import Iterator

from services.gateway.store import accounts, reviews
from services.gateway.tables.accounts import AccountRow
from shared.events.catalogue import (
    AccountDeleted,
    AccountRegistered,
    AccountSuspended,
    Event,
    PlayObserved,
    ReportedGameEnded,
    ReviewChanged,
    RoundClosed,
    RoundPaired,
    SeasonAnnounced,
    SeasonCancelled,
    SeasonChanged,
    SeasonFinished,
    SolvingOpened,
    StandingsPublished,
)
from shared.snapshot import Chapter, Reached, Snapshot, Told
from shared.unit_of_work import UnitOfWork

MOST_ROWS = 200


def next_accounts(uow: UnitOfWork, reached: Reached) -> Told | None:
    """Some accounts, those that are gone as well."""
    rows = accounts.some(uow, after=reached[0] if reached else "", most=MOST_ROWS)
    if not rows:
        return None
    return Told([fact for row in rows for fact in _of_account(row)], (rows[-1].id,))


def _of_account(row: AccountRow) -> Iterator[Event]:
    if row.deleted_at is not None:
        yield AccountDeleted(account_id=row.id, revision=row.revision)
        return
    yield AccountRegistered(
        account_id=row.id,
        display_name=row.display_name or "",
        revision=row.revision,
        is_guest="guest" in row.roles,
    )
    yield AccountSuspended(account_id=row.id, suspended=row.suspended, revision=row.revision)


def next_reviews(uow: UnitOfWork, reached: Reached) -> Told | None:
    """Some of the matches whose results are, or were, under review."""
    rows = reviews.some(uow, after=reached[0] if reached else "", most=MOST_ROWS)
    if not rows:
        return None
    facts = [
        ReviewChanged(match_id=row.match_id, under_review=row.under_review, revision=row.revision)
        for row in rows
    ]
    return Told(facts, (rows[-1].match_id,))


SNAPSHOT = Snapshot(
    keeps=(
        SeasonAnnounced,
        SeasonChanged,
        SeasonCancelled,
        SeasonFinished,
        RoundPaired,
        SolvingOpened,
        RoundClosed,
        StandingsPublished,
        PlayObserved,
        ReportedGameEnded,
    ),
    chapters=(
        Chapter(types=(AccountRegistered, AccountSuspended, AccountDeleted), read=next_accounts),
        Chapter(types=(ReviewChanged,), read=next_reviews),
    ),
)
