"""The keys of programs."""

import marshmallow as ma
from marshmallow.validate import OneOf

from services.gateway.schemas.parts import text
from shared.web.fields import InstantField


class ApiKeyIn(ma.Schema):
    name = text(80, required=True)
    role = ma.fields.String(required=True, validate=OneOf(["game_server"]))


class ApiKeyMade(ma.Schema):
    id = ma.fields.String()
    key = ma.fields.String()
    name = ma.fields.String()
    role = ma.fields.String()


class ApiKeyOut(ma.Schema):
    id = ma.fields.String()
    name = ma.fields.String()
    role = ma.fields.String()
    created_by = ma.fields.String()
    created_at = InstantField()
    revoked_at = InstantField(allow_none=True)
    last_used_at = InstantField(allow_none=True, metadata={"description": "to the minute"})


class ApiKeysOut(ma.Schema):
    items = ma.fields.List(ma.fields.Nested(ApiKeyOut))
    next = ma.fields.String(allow_none=True)
