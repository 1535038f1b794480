"""Inserting rows some of which may be there already; a constraint decides, not a look before."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import postgresql, sqlite

Rows = Sequence[Mapping[str, Any]]


def insert_new(
    connection: Connection, table: Table | type[Any], rows: Rows, key: Sequence[str]
) -> int:
    """Insert those of `rows` whose `key` columns are not taken; how many were new."""
    return len(insert_and_tell(connection, table, rows, key))


def insert_and_tell(
    connection: Connection, table: Table | type[Any], rows: Rows, key: Sequence[str]
) -> list[tuple[Any, ...]]:
    """As `insert_new`; the keys of the new rows."""
    if not rows:
        return []
    dialect: Any = sqlite if connection.dialect.name == "sqlite" else postgresql
    target = table if isinstance(table, Table) else table.__table__
    statement = dialect.insert(target).on_conflict_do_nothing(index_elements=list(key))
    # Not every driver counts inserted rows; returned ones can be counted everywhere.
    returned = statement.returning(*(target.c[name] for name in key))
    found = connection.execute(returned, [dict(row) for row in rows])
    return [tuple(row) for row in found]
