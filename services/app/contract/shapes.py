"""What an event's fields look like to a reader: `list of PairedMatch`, `instant or null`."""

from dataclasses import dataclass
from typing import Any

import marshmallow as ma

from shared.events.catalogue import EventType

EVERYBODY = "*"
_PLAIN: tuple[tuple[type[ma.fields.Field[Any]], str], ...] = (
    (ma.fields.Integer, "integer"),
    (ma.fields.Boolean, "boolean"),
    (ma.fields.AwareDateTime, "instant"),
    (ma.fields.Date, "date"),
    (ma.fields.Dict, "object"),
    (ma.fields.String, "text"),
)


@dataclass(frozen=True)
class FieldShape:
    """One field: its name, what it holds in words, and whether it may be left out."""

    name: str
    holds: str
    optional: bool


def shape_of(schema: ma.Schema) -> list[FieldShape]:
    """The fields of a schema in the order of their declaration."""
    return [
        FieldShape(name, _holds(field), not field.required) for name, field in schema.fields.items()
    ]


def parts_of(schema: ma.Schema) -> dict[str, ma.Schema]:
    """The schemas nested in a schema, at any depth, by their names."""
    found: dict[str, ma.Schema] = {}
    for field in schema.fields.values():
        inner = field.inner if isinstance(field, ma.fields.List) else field
        if isinstance(inner, ma.fields.Nested):
            found[name_of(inner.schema)] = inner.schema
            found |= parts_of(inner.schema)
    return found


def teller(event: EventType) -> str:
    """Who says it, for readers."""
    return "every service" if event.producer == EVERYBODY else event.producer


def name_of(schema: ma.Schema) -> str:
    return type(schema).__name__.removesuffix("Schema")


def _holds(field: ma.fields.Field[Any]) -> str:
    return _kind(field) + (" or null" if field.allow_none else "")


def _kind(field: ma.fields.Field[Any]) -> str:
    if isinstance(field, ma.fields.List):
        return f"list of {_holds(field.inner)}"
    if isinstance(field, ma.fields.Nested):
        return name_of(field.schema)
    if isinstance(field.validate, ma.validate.OneOf):
        return " · ".join(f"`{choice}`" for choice in field.validate.choices)
    return next(kind for type_, kind in _PLAIN if isinstance(field, type_))
