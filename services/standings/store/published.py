"""Published tables, every revision of them; they never change."""

from operator import attrgetter
from typing import Any

from sqlalchemy import func, insert, select, tuple_

from services.standings.domain.published import Issue, Published
from services.standings.domain.table import DecidedBy, Row
from services.standings.store.entering import table_of
from services.standings.tables import PublishedRow
from shared.unit_of_work import UnitOfWork

_tables = table_of(PublishedRow)
_issue_columns = (
    _tables.c.round,
    _tables.c.revision,
    _tables.c.act,
    _tables.c.published_at,
    _tables.c.digest,
)

# What a row is kept as: a list of these values. Another order would need a migration.
_values = attrgetter(
    "position",
    "account_id",
    "played",
    "wins",
    "draws",
    "losses",
    "byes",
    "points",
    "attempt_difference",
    "solved_games",
    "solved_attempts",
    "head_to_head",
    "decided_by",
)


def add(uow: UnitOfWork, season_id: str, table: Published) -> None:
    issue = table.issue
    uow.session.execute(
        insert(_tables).values(
            season_id=season_id,
            round=issue.round,
            revision=issue.revision,
            act=issue.act,
            published_at=issue.published_at,
            digest=issue.digest,
            rows=[_values(row) for row in table.rows],
        )
    )


def revisions(uow: UnitOfWork, season_id: str) -> dict[int, int]:
    """Round -> the highest revision of its table that is out."""
    highest = select(_tables.c.round, func.max(_tables.c.revision)).group_by(_tables.c.round)
    rows = uow.session.execute(highest.where(_tables.c.season_id == season_id))
    return {row[0]: row[1] for row in rows}


def latest(uow: UnitOfWork, season_id: str) -> Published | None:
    """The latest revision of the table after the last complete round."""
    return _first(uow, _tables.c.season_id == season_id)


def find(
    uow: UnitOfWork, season_id: str, number: int, revision: int | None = None
) -> Published | None:
    """The table after round `number`, its latest revision where none is given."""
    where = [_tables.c.season_id == season_id, _tables.c.round == number]
    if revision is not None:
        where.append(_tables.c.revision == revision)
    return _first(uow, *where)


def places(uow: UnitOfWork, season_id: str) -> dict[int, dict[str, int | None]]:
    """Round -> account -> position in the latest revision of its table, rows in their order."""
    chosen = select(_tables.c.round, _tables.c.rows).where(_tables.c.season_id == season_id)
    rows = uow.session.execute(chosen.order_by(_tables.c.round, _tables.c.revision))
    # A later revision takes the place of the one before.
    return {number: {row[1]: row[0] for row in table} for number, table in rows}


def next_key(uow: UnitOfWork, after: tuple[str, int, int]) -> tuple[str, int, int] | None:
    """Season, round and revision of the first table behind the one `after`."""
    key = (_tables.c.season_id, _tables.c.round, _tables.c.revision)
    behind = select(*key).where(tuple_(*key) > tuple_(*after)).order_by(*key)
    row = uow.session.execute(behind.limit(1)).first()
    return row and (row[0], row[1], row[2])


def issues(uow: UnitOfWork, season_id: str, number: int | None) -> list[Issue]:
    """What was published, of one round or all, by round and revision."""
    chosen = select(*_issue_columns).where(_tables.c.season_id == season_id)
    if number is not None:
        chosen = chosen.where(_tables.c.round == number)
    in_order = chosen.order_by(_tables.c.round, _tables.c.revision)
    return [Issue(*row) for row in uow.session.execute(in_order)]


def _first(uow: UnitOfWork, *where: Any) -> Published | None:
    newest_first = (_tables.c.round.desc(), _tables.c.revision.desc())
    chosen = select(*_issue_columns, _tables.c.rows).where(*where).order_by(*newest_first)
    row = uow.session.execute(chosen.limit(1)).first()
    if row is None:
        return None
    *issue, rows = row
    return Published(Issue(*issue), tuple(_row(values) for values in rows))


def _row(values: list[Any]) -> Row:
    *figures, decided_by = values
    figures.append(None if decided_by is None else DecidedBy(decided_by))
    return Row(*figures)
