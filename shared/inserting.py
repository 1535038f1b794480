"""Inserting rows some of which may be there already; a constraint decides, not a look before."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import postgresql, sqlite


def insert_new(
    connection: Connection,
    table: Table | type[Any],
    rows: Sequence[Mapping[str, Any]],
    key: Sequence[str],
) -> int:
    """Insert those of `rows` whose `key` columns are not taken; how many were new."""
    if not rows:
        return 0
    dialect: Any = sqlite if connection.dialect.name == "sqlite" else postgresql
    target = table if isinstance(table, Table) else table.__table__
    statement = dialect.insert(target).on_conflict_do_nothing(index_elements=list(key))
    # Not every driver counts inserted rows; returned ones can be counted everywhere.
    returned = statement.returning(*(target.c[name] for name in key))
    return len(connection.execute(returned, [dict(row) for row in rows]).all())
