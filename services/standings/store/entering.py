"""Entering facts: what is there already, by its primary key, stays as it is."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Table

from services.standings.tables import Base
from shared.inserting import insert_new
from shared.unit_of_work import UnitOfWork


def table_of(model: type[Base]) -> Table:
    """The table behind a model: facts are many, and are moved without objects for each."""
    table = model.__table__
    assert isinstance(table, Table)
    return table


def enter(uow: UnitOfWork, model: type[Base], rows: Sequence[dict[str, Any]]) -> None:
    """Insert the rows that are new; any other conflict than the primary key's is an error."""
    table = table_of(model)
    insert_new(uow.connection, table, rows, [column.name for column in table.primary_key])
