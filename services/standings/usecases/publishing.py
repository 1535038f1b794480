"""Publishing the tables that are due.

Events only store facts and leave a note that their season is to be looked at. Looking is
the timer's: counting tells whether a table is due, and only then are the facts loaded. So a
batch of results costs one look, and two workers who commit a round's last two results at
the same instant leave two notes, of which the later one sees both results.
"""

import structlog
from sqlalchemy.exc import DBAPIError

from services.standings import store
from services.standings.domain.digest import digest
from services.standings.domain.facts import Facts
from services.standings.domain.history import DueTable, due_revisions, table_at
from services.standings.domain.published import Issue, Published
from services.standings.domain.season import Season
from shared.context import caused_by
from shared.events.catalogue import RankedParticipant, StandingsPublished
from shared.events.paging import pages_of
from shared.unit_of_work import UnitOfWork

log = structlog.get_logger()

MOST_ROWS = 20_000
"""Rows published in one transaction; what is left over is due again at once."""


def look_at_next(uow: UnitOfWork) -> None:
    """Publish what is due of the season that has waited longest.

    A season whose facts contradict each other is set aside until there is news of it, so
    that no other waits behind it.
    """
    look = store.looks.oldest(uow)
    if look is None:
        return
    try:
        with uow.savepoint(), caused_by(look.cause):
            publish_due(uow, look.season_id)
    except DBAPIError:
        raise
    except Exception:
        log.exception("season_set_aside", season_id=look.season_id)
        store.looks.set_aside(uow, look.season_id)


def publish_due(uow: UnitOfWork, season_id: str) -> None:
    """Publish the tables that are due, as many as one transaction should hold."""
    season = store.seasons.lock(uow, season_id)
    store.looks.clear(uow, season_id)
    if season is None:
        return
    out = store.published.revisions(uow, season_id)
    due = due_revisions(store.facts.progress(uow, season), out)
    if due:
        _publish_some(uow, season, due)


def _publish_some(uow: UnitOfWork, season: Season, due: list[DueTable]) -> None:
    facts = store.facts.load(uow, season)
    left_over, rows = list(due), 0
    while left_over and rows < MOST_ROWS:
        rows += _publish(uow, season.id, facts, left_over.pop(0))
    if left_over:
        store.looks.note(uow, season.id)


def _publish(uow: UnitOfWork, season_id: str, facts: Facts, due: DueTable) -> int:
    """Store the table and announce it; how many rows it has."""
    rows = table_at(facts, due.round, due.act)
    table = Published(Issue(due.round, due.revision, due.act, uow.now(), digest(rows)), rows)
    store.published.add(uow, season_id, table)
    uow.emit(*announcements(season_id, table))
    log.info("standings_published", season_id=season_id, round=due.round, revision=due.revision)
    return len(rows)


def announcements(season_id: str, table: Published) -> list[StandingsPublished]:
    """What others are told of a published table, page by page."""
    issue = table.issue
    ranking = [
        RankedParticipant(account_id=row.account_id, position=row.position, points=row.points)
        for row in table.rows
    ]
    return [
        StandingsPublished(
            season_id=season_id,
            round=issue.round,
            revision=issue.revision,
            digest=issue.digest,
            published_at=issue.published_at,
            ranking=ranked,
            page=page,
            pages=pages,
        )
        for page, pages, ranked in pages_of(ranking)
    ]
