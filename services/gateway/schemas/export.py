"""Everything that is held of somebody."""

import marshmallow as ma

from services.gateway.schemas.accounts import MailWishesOut, MeOut
from services.gateway.schemas.api_keys import ApiKeyOut
from services.gateway.schemas.operating import ActOut
from shared.web.fields import InstantField


class LoginOut(ma.Schema):
    id = ma.fields.String()
    created_at = InstantField()
    expires_at = InstantField()
    ended_at = InstantField(allow_none=True)


class ExportedIncidentOut(ma.Schema):
    id = ma.fields.String()
    title = ma.fields.String()
    state = ma.fields.String()
    resolution = ma.fields.String(allow_none=True)
    created_at = InstantField()


class ExportedDisputeOut(ma.Schema):
    match_id = ma.fields.String()
    at = InstantField()
    reason = ma.fields.String(allow_none=True)


class SightingOut(ma.Schema):
    """That a network or a device was noted, of which only a hash is kept."""

    kind = ma.fields.String()
    match_id = ma.fields.String(allow_none=True)
    seen_at = InstantField()


class OpenIdAccountOut(ma.Schema):
    issuer = ma.fields.String()
    subject = ma.fields.String()
    linked_at = InstantField()


class ExportOut(ma.Schema):
    """What the services hold is as their own addresses tell it, `/me/matches` and the like.

    `incidents` are those that name the account.
    """

    account = ma.fields.Nested(MeOut)
    logins = ma.fields.List(ma.fields.Nested(LoginOut))
    api_keys = ma.fields.List(ma.fields.Nested(ApiKeyOut))
    acts = ma.fields.List(ma.fields.Nested(ActOut))
    incidents = ma.fields.List(ma.fields.Nested(ExportedIncidentOut))
    disputes = ma.fields.List(ma.fields.Nested(ExportedDisputeOut))
    sightings = ma.fields.List(ma.fields.Nested(SightingOut))
    openid = ma.fields.List(ma.fields.Nested(OpenIdAccountOut))
    mail = ma.fields.Nested(MailWishesOut)
    registrations = ma.fields.List(ma.fields.Dict())
    matches = ma.fields.List(ma.fields.Dict())
    aura = ma.fields.List(ma.fields.Dict())
    ladder_games = ma.fields.List(ma.fields.Dict())
