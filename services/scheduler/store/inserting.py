"""Inserting much at once."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import insert

from services.scheduler.tables import Base
from shared.unit_of_work import UnitOfWork


def insert_all(uow: UnitOfWork, table: type[Base], rows: Sequence[dict[str, Any]]) -> None:
    """Insert rows that are new; raises SQLAlchemy's IntegrityError where one is not."""
    if rows:
        uow.connection.execute(insert(table), rows)
