"""Inserting what may be there already."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy.dialects import postgresql, sqlite

from services.match.tables import Base
from shared.unit_of_work import UnitOfWork


def insert_new(
    uow: UnitOfWork, table: type[Base], rows: Sequence[dict[str, Any]], key: Sequence[str]
) -> int:
    """Insert those `rows` whose `key` columns are not taken; how many there were."""
    if not rows:
        return 0
    dialect: Any = sqlite if uow.connection.dialect.name == "sqlite" else postgresql
    statement = dialect.insert(table).on_conflict_do_nothing(index_elements=key)
    inserted: int = uow.connection.execute(statement, rows).rowcount
    return inserted
