"""Inserting what may be there already."""

from collections.abc import Sequence
from typing import Any

from services.match.tables import Base
from shared.inserting import insert_new as insert_new_rows
from shared.unit_of_work import UnitOfWork


def insert_new(
    uow: UnitOfWork, table: type[Base], rows: Sequence[dict[str, Any]], key: Sequence[str]
) -> int:
    """Insert those `rows` whose `key` columns are not taken; how many there were."""
    return insert_new_rows(uow.connection, table, rows, key)
