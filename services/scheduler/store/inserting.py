"""Inserting what may be there already, and much at once."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import insert

from services.scheduler.tables import Base
from shared.inserting import insert_new as insert_new_rows
from shared.unit_of_work import UnitOfWork


def insert_all(uow: UnitOfWork, table: type[Base], rows: Sequence[dict[str, Any]]) -> None:
    """Insert rows that are new; raises SQLAlchemy's IntegrityError where one is not."""
    if rows:
        uow.connection.execute(insert(table), rows)


def insert_new(uow: UnitOfWork, table: type[Base], row: dict[str, Any], key: Sequence[str]) -> bool:
    """Insert a row unless its `key` is taken; whether it was new."""
    return insert_new_rows(uow.connection, table, [row], key) == 1
