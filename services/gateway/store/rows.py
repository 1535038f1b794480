"""What the stores share."""

from typing import Any

from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import DeclarativeBase

from shared.unit_of_work import UnitOfWork


def add_if_missing(uow: UnitOfWork, table: type[DeclarativeBase], **values: Any) -> None:
    """Insert a row unless its key is there already, whoever else does so just now."""
    dialect: Any = sqlite if uow.connection.dialect.name == "sqlite" else postgresql
    uow.connection.execute(dialect.insert(table).values(**values).on_conflict_do_nothing())
