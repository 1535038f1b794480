"""From an event's dataclass to its marshmallow schema, so that each is written down once."""

import types
import typing
from dataclasses import MISSING, fields, is_dataclass
from datetime import datetime
from typing import Any, cast

import marshmallow as ma
from marshmallow import post_load

_PLAIN: dict[Any, type[ma.fields.Field[Any]]] = {
    str: ma.fields.String,
    int: ma.fields.Integer,
    bool: ma.fields.Boolean,
}


class _EventSchema(ma.Schema):
    """Ignores what it does not know: a newer producer may add fields."""

    builds: type[Any]

    class Meta:
        unknown = ma.EXCLUDE

    @post_load
    def _build(self, data: dict[str, Any], **_: Any) -> Any:
        return self.builds(**data)


class _Tuple(ma.fields.List[Any]):
    def _deserialize(self, value: Any, *args: Any, **kwargs: Any) -> Any:
        return tuple(super()._deserialize(value, *args, **kwargs))


def schema_of(cls: type[Any]) -> ma.Schema:
    """The schema that dumps and loads instances of the dataclass `cls`."""
    hints = typing.get_type_hints(cls)
    declared = {
        f.name: _field(
            hints[f.name], required=f.default is MISSING and f.default_factory is MISSING
        )
        for f in fields(cls)
    }
    return cast(
        ma.Schema, type(f"{cls.__name__}Schema", (_EventSchema,), {**declared, "builds": cls})()
    )


def _field(hint: Any, *, required: bool, nullable: bool = False) -> ma.fields.Field[Any]:
    options: dict[str, Any] = {"required": required, "allow_none": nullable}
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if origin in (types.UnionType, typing.Union):
        (inner,) = [a for a in args if a is not type(None)]
        return _field(inner, required=required, nullable=True)
    if origin is typing.Literal:
        return ma.fields.String(validate=ma.validate.OneOf(args), **options)
    if origin is tuple:
        return _Tuple(_field(args[0], required=True), **options)
    if hint is datetime:
        return ma.fields.AwareDateTime(format="iso", **options)
    if is_dataclass(hint):
        return ma.fields.Nested(schema_of(cast(type[Any], hint)), **options)
    if origin is dict or hint is dict:
        return ma.fields.Dict(keys=ma.fields.String(), **options)
    return _PLAIN[hint](**options)
