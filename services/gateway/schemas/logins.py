"""Logging in, and the logins that last."""

import marshmallow as ma

from services.gateway.domain.display_names import accepted_name
from services.gateway.schemas.parts import Checked, text
from shared.web.fields import InstantField


class CredentialsIn(ma.Schema):
    email = text(320, 0, required=True)
    password = text(1000, 0, required=True)


class RefreshIn(ma.Schema):
    refresh_token = text(200, 0, required=True)


class GuestIn(ma.Schema):
    display_name = Checked(accepted_name, required=True)


class TokenHolder(ma.Schema):
    id = ma.fields.String()
    display_name = ma.fields.String()
    roles = ma.fields.List(ma.fields.String())


class TokensOut(ma.Schema):
    access_token = ma.fields.String()
    token_type = ma.fields.String()
    expires_in = ma.fields.Integer()
    refresh_token = ma.fields.String()
    account = ma.fields.Nested(TokenHolder)


class OwnLoginOut(ma.Schema):
    """`client` is what its program called itself; `current` is the login that asks."""

    id = ma.fields.String()
    created_at = InstantField()
    expires_at = InstantField()
    client = ma.fields.String(allow_none=True)
    current = ma.fields.Boolean()


class LoginsOut(ma.Schema):
    items = ma.fields.List(ma.fields.Nested(OwnLoginOut))
    next = ma.fields.String(allow_none=True)
