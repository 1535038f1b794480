"""Copying tables from one database to another of another kind, and telling whether they are alike.

Rows go through the types of the models, so that each side has its own form of instants, truth
values and JSON.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from typing import Any

from sqlalchemy import Column, Connection, Row, Table, func, insert, select, text

from shared.tables import TransactionId

BATCH = 200
_MODULUS = 2**256

Progress = Callable[[int], None]
"""Told of so many rows more."""


@dataclass(frozen=True)
class Content:
    """What a table holds: the number of its rows, and a digest that no order of them changes."""

    rows: int
    digest: int


def copied_columns(table: Table) -> list[Column[Any]]:
    """All but those that the server sets for its own purposes."""
    return [column for column in table.c if not isinstance(column.type, TransactionId)]


def count(connection: Connection, table: Table) -> int:
    return int(connection.execute(select(func.count()).select_from(table)).scalar_one())


def copy_table(source: Connection, target: Connection, table: Table, progress: Progress) -> None:
    """Insert all rows of `source` into `target`, whose table is empty."""
    for batch in _batches(source, table):
        target.execute(insert(table), [dict(row._mapping) for row in batch])
        progress(len(batch))


def content(connection: Connection, table: Table, progress: Progress) -> Content:
    """Read all rows. Digests are added up, so that a row that is there twice shows, too."""
    rows = total = 0
    for batch in _batches(connection, table):
        rows += len(batch)
        total += sum(_digest(row) for row in batch)
        progress(len(batch))
    return Content(rows, total % _MODULUS)


def continue_sequences(source: Connection, target: Connection, table: Table) -> None:
    """Let the numbers that the target gives go on where those of the source end."""
    column = table.autoincrement_column
    if column is None:
        return
    asked = text("SELECT pg_get_serial_sequence(:table, :column)")
    named = {"table": table.name, "column": column.name}
    sequence = target.execute(asked, named).scalar()
    last = _last_number(source, table, column)
    if sequence and last:
        target.execute(
            text("SELECT setval(:sequence, :last)"), {"sequence": sequence, "last": last}
        )


def _last_number(source: Connection, table: Table, column: Column[Any]) -> int:
    """The highest number ever given, also to a row that is gone."""
    highest = source.execute(select(func.max(column))).scalar() or 0
    if not table.dialect_options["sqlite"]["autoincrement"]:
        return int(highest)
    asked = text("SELECT seq FROM sqlite_sequence WHERE name = :table")
    given = source.execute(asked, {"table": table.name}).scalar() or 0
    return max(int(highest), int(given))


def _batches(connection: Connection, table: Table) -> Iterator[Sequence[Row[Any]]]:
    options = {"stream_results": True, "yield_per": BATCH}
    asked = select(*copied_columns(table))
    with connection.execute(asked, execution_options=options) as rows:
        yield from rows.partitions()


def _digest(row: Row[Any]) -> int:
    written = json.dumps(list(row), sort_keys=True, default=_written, ensure_ascii=False)
    return int.from_bytes(sha256(written.encode()).digest())


def _written(value: Any) -> str:
    if isinstance(value, date):
        return value.isoformat()
    raise TypeError(f"no table holds {type(value).__name__}")
