"""Asking for rows by many values at once, all of which travel as one parameter.

A list of hundreds of parameters is taken apart anew by library, driver and server each time.
"""

import json
from collections.abc import Collection
from typing import Any

from sqlalchemy import BindParameter, ColumnElement, Dialect, Text, bindparam
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.orm import InstrumentedAttribute
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement
from sqlalchemy.types import Boolean, TypeDecorator, TypeEngine


class _Many(TypeDecorator[Collection[Any]]):
    """Values of the type `of`: an array where there are such, else a JSON document."""

    impl = Text
    cache_ok = True

    def __init__(self, of: TypeEngine[Any]) -> None:
        super().__init__()
        self.of = of

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        plain: TypeEngine[Any] = Text() if dialect.name == "sqlite" else ARRAY(self.of)
        return dialect.type_descriptor(plain)

    def process_bind_param(self, value: Collection[Any] | None, dialect: Dialect) -> Any:
        values = list(value or ())
        return json.dumps(values) if dialect.name == "sqlite" else values


class _is_among(FunctionElement[bool]):  # reads as SQL does
    type = Boolean()
    inherit_cache = True


@compiles(_is_among, "sqlite")
def _in_sqlite(element: _is_among, compiler: SQLCompiler, **given: Any) -> str:
    column, values = (compiler.process(part, **given) for part in element.clauses)
    return f"{column} IN (SELECT value FROM json_each({values}))"


@compiles(_is_among, "postgresql")
def _in_postgres(element: _is_among, compiler: SQLCompiler, **given: Any) -> str:
    column, values = (compiler.process(part, **given) for part in element.clauses)
    return f"{column} = ANY ({values})"


def among(
    column: ColumnElement[Any] | InstrumentedAttribute[Any], values: Collection[Any] | str
) -> ColumnElement[bool]:
    """Whether a column is one of `values`, or of those that the parameter of that name brings."""
    type_ = _Many(column.type)
    given: BindParameter[Any] = (
        bindparam(values, type_=type_)
        if isinstance(values, str)
        else bindparam(None, values, type_=type_, unique=True)
    )
    return _is_among(column, given)
