"""Inserting rows: many by one statement, and such as may be there already.

PostgreSQL takes all rows as one JSON document: binding each value of each row by itself costs
more than storing it. SQLite is in this process, and nothing has to travel.
"""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any

from sqlalchemy import (
    Connection,
    Table,
    Text,
    bindparam,
    cast,
    column,
    func,
    insert,
    literal_column,
    select,
)
from sqlalchemy.dialects import postgresql, sqlite

Rows = Sequence[Mapping[str, Any]]


def insert_rows(connection: Connection, table: Table | type[Any], rows: Rows) -> None:
    """Insert `rows`, all with the same columns, in this order."""
    if rows:
        target = _table(table)
        if _by_document(connection):
            connection.execute(_all_rows(target, tuple(rows[0])), {"rows": _document(rows)})
        else:
            connection.execute(insert(target), [dict(row) for row in rows])


def insert_new(
    connection: Connection, table: Table | type[Any], rows: Rows, key: Sequence[str]
) -> int:
    """Insert those of `rows` whose `key` columns are not taken; how many were new.

    A constraint decides, not a look before.
    """
    return len(insert_and_tell(connection, table, rows, key))


def insert_and_tell(
    connection: Connection, table: Table | type[Any], rows: Rows, key: Sequence[str]
) -> list[tuple[Any, ...]]:
    """As `insert_new`; the keys of the new rows."""
    if not rows:
        return []
    target = _table(table)
    # Not every driver counts inserted rows; returned ones can be counted everywhere.
    if _by_document(connection):
        statement = _new_rows(target, tuple(rows[0]), tuple(key))
        found = connection.execute(statement, {"rows": _document(rows)})
    else:
        found = connection.execute(_new_values(target, tuple(key)), [dict(row) for row in rows])
    return [tuple(row) for row in found]


def insert_or_add(
    connection: Connection,
    table: Table | type[Any],
    rows: Rows,
    key: Sequence[str],
    counter: str,
) -> list[tuple[Any, ...]]:
    """Insert `rows`, or add their `counter` to that of the row which has the `key` already.

    No key may come twice. Returns the keys, each with the counter as it is then.
    """
    if not rows:
        return []
    target = _table(table)
    if _by_document(connection):
        statement = _all_rows(target, tuple(rows[0]))
        given: Any = {"rows": _document(rows)}
    else:
        statement, given = sqlite.insert(target), [dict(row) for row in rows]
    added = target.c[counter] + statement.excluded[counter]
    counted = statement.on_conflict_do_update(index_elements=list(key), set_={counter: added})
    wanted = [target.c[name] for name in (*key, counter)]
    return [tuple(row) for row in connection.execute(counted.returning(*wanted), given)]


def _table(table: Table | type[Any]) -> Table:
    found: Table = table if isinstance(table, Table) else table.__table__
    return found


def _by_document(connection: Connection) -> bool:
    return connection.dialect.name == "postgresql"


def _document(rows: Rows) -> str:
    return json.dumps([dict(row) for row in rows], default=_instant)


def _instant(value: object) -> str:
    if not isinstance(value, datetime):
        raise TypeError(f"no column holds {value!r}")
    if value.tzinfo is None:
        raise ValueError("an instant needs a time zone")
    return value.isoformat()


@lru_cache
def _all_rows(table: Table, columns: tuple[str, ...]) -> Any:
    name = postgresql.dialect().identifier_preparer.format_table(table)  # type: ignore[no-untyped-call]
    # The table's own row type says what each value is read as.
    told = func.json_populate_recordset(
        literal_column(f"NULL::{name}"), cast(bindparam("rows", type_=Text), postgresql.JSON)
    ).table_valued(*(column(each, table.c[each].type) for each in columns))
    return postgresql.insert(table).from_select(columns, select(*told.c))


@lru_cache
def _new_rows(table: Table, columns: tuple[str, ...], key: tuple[str, ...]) -> Any:
    statement = _all_rows(table, columns).on_conflict_do_nothing(index_elements=key)
    return statement.returning(*(table.c[name] for name in key))


@lru_cache
def _new_values(table: Table, key: tuple[str, ...]) -> Any:
    statement = sqlite.insert(table).on_conflict_do_nothing(index_elements=key)
    return statement.returning(*(table.c[name] for name in key))
