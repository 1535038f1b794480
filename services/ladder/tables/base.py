"""What the ladder's tables are made of.

Ids compare by their bytes everywhere (collation "C"): the order of equal players must not depend on
the database's language.
"""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, BigInteger, Integer, String, Table
from sqlalchemy.orm import DeclarativeBase

from shared.db import Instant

Key = String(36).with_variant(String(36, collation="C"), "postgresql")
Number = BigInteger().with_variant(Integer, "sqlite")
_Json = JSON(none_as_null=True)


class Base(DeclarativeBase):
    type_annotation_map = {  # noqa: RUF012
        datetime: Instant,
        int: Integer,
        dict[str, Any]: _Json,
        list[str]: _Json,
    }


def table_of(model: type[Base]) -> Table:
    """The table behind a model: games are many, and are moved without objects for each."""
    table = model.__table__
    assert isinstance(table, Table)
    return table
