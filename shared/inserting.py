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
    literal_column,
    select,
)
from sqlalchemy.dialects import postgresql, sqlite

from shared.prepared import Prepared

Rows = Sequence[Mapping[str, Any]]


def insert_rows(
    connection: Connection, table: Table | type[Any], rows: Rows, unless: Sequence[str] = ()
) -> None:
    """Insert `rows`, all with the same columns, in this order.

    `unless`: a key; rows that are there by it stay as they are.
    """
    if rows:
        plain = _plain(connection, table, rows)
        _run(connection, _unless(plain, tuple(unless)) if unless else plain, rows)


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
    # Not every driver counts inserted rows; returned ones can be counted everywhere.
    statement = _new(_plain(connection, table, rows), tuple(key))
    return _run(connection, statement, rows, key)


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
    statement = _adding(_plain(connection, table, rows), tuple(key), counter)
    return _run(connection, statement, rows, (*key, counter))


def insert_or_replace(
    connection: Connection,
    table: Table | type[Any],
    rows: Rows,
    key: Sequence[str],
    told: Sequence[str] = (),
) -> list[tuple[Any, ...]]:
    """Insert `rows`; a row that has the `key` already takes all their other values.

    No key may come twice. Returns the columns `told` of each row, if any are named.
    """
    if not rows:
        return []
    plain = _plain(connection, table, rows)
    replacing = _replacing(plain, tuple(rows[0]), tuple(key), tuple(told))
    return _run(connection, replacing, rows, told)


def _plain(connection: Connection, table: Table | type[Any], rows: Rows) -> Any:
    """The plain insertion of such rows."""
    if _by_document(connection):
        return _all_rows(_table(table), tuple(rows[0]))
    return _all_values(_table(table))


def _run(
    connection: Connection, statement: Any, rows: Rows, told: Sequence[str] = ()
) -> list[tuple[Any, ...]]:
    """Insert `rows`; the columns `told` of each, which the statement returns."""
    if _by_document(connection):
        return _prepared(statement, tuple(told)).run(connection, rows=_document(rows))
    found = connection.execute(statement, [dict(row) for row in rows])
    return [tuple(row) for row in found] if found.returns_rows else []


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
def _prepared(statement: Any, told: tuple[str, ...]) -> Prepared:
    return Prepared(statement, [statement.table.c[name] for name in told])


@lru_cache
def _all_values(table: Table) -> Any:
    return sqlite.insert(table)


@lru_cache
def _new(statement: Any, key: tuple[str, ...]) -> Any:
    return _unless(statement, key).returning(*(statement.table.c[name] for name in key))


@lru_cache
def _unless(statement: Any, key: tuple[str, ...]) -> Any:
    return statement.on_conflict_do_nothing(index_elements=key)


@lru_cache
def _adding(statement: Any, key: tuple[str, ...], counter: str) -> Any:
    table = statement.table
    added = table.c[counter] + statement.excluded[counter]
    counted = statement.on_conflict_do_update(index_elements=key, set_={counter: added})
    return counted.returning(*(table.c[name] for name in (*key, counter)))


@lru_cache
def _replacing(
    statement: Any, columns: tuple[str, ...], key: tuple[str, ...], told: tuple[str, ...]
) -> Any:
    taken = {name: statement.excluded[name] for name in columns if name not in key}
    replacing = statement.on_conflict_do_update(index_elements=key, set_=taken)
    return replacing.returning(*(statement.table.c[name] for name in told)) if told else replacing
