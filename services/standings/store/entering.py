"""Entering facts: what is there already, by its primary key, stays as it is."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Table
from sqlalchemy.dialects import postgresql, sqlite

from services.standings.tables import Base
from shared.unit_of_work import UnitOfWork


def table_of(model: type[Base]) -> Table:
    """The table behind a model: facts are many, and are moved without objects for each."""
    table = model.__table__
    assert isinstance(table, Table)
    return table


def enter(uow: UnitOfWork, model: type[Base], rows: Sequence[dict[str, Any]]) -> None:
    """Insert the rows that are new; any other conflict than the primary key's is an error."""
    if not rows:
        return
    table = table_of(model)
    dialect: Any = sqlite if uow.connection.dialect.name == "sqlite" else postgresql
    key = [column.name for column in table.primary_key]
    insert = dialect.insert(table).on_conflict_do_nothing(index_elements=key)
    uow.connection.execute(insert, list(rows))
