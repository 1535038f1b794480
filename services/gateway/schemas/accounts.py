"""What goes in and out of the gateway's own endpoints."""

from collections.abc import Callable
from typing import Any

import marshmallow as ma
from marshmallow.validate import Equal, Length, OneOf

from services.gateway.domain.display_names import accepted_name
from services.gateway.domain.emails import accepted_email
from services.gateway.domain.passwords import accepted_password
from shared.errors import Invalid
from shared.events.catalogue import ALL_SERVICES
from shared.web.dead_letters import DeadLetterOut
from shared.web.fields import Flag, InstantField
from shared.web.problems import LANGUAGES

LONGEST_TEXT = 4000


class Checked(ma.fields.String):
    """A text that one of the domain's rules accepts, in the form in which it is kept."""

    def __init__(self, rule: Callable[[str], str], **options: Any) -> None:
        super().__init__(**options)
        self._rule = rule

    def _deserialize(self, *given: Any, **options: Any) -> str:
        try:
            return self._rule(super()._deserialize(*given, **options) or "")
        except Invalid as refusal:
            messages = [text for texts in refusal.errors.values() for text in texts]
            raise ma.ValidationError(messages) from refusal


def _text(most: int, least: int = 1, **options: Any) -> ma.fields.String:
    return ma.fields.String(validate=Length(least, most), **options)


def _ids(**options: Any) -> ma.fields.List[Any]:
    return ma.fields.List(_text(36), validate=Length(max=100), **options)


class AccountIn(ma.Schema):
    email = Checked(accepted_email, required=True)
    password = Checked(accepted_password, required=True)
    display_name = Checked(accepted_name, required=True)
    accept_rules = Flag(required=True, validate=Equal(True))


class AccountOut(ma.Schema):
    id = ma.fields.String()
    display_name = ma.fields.String()
    created_at = InstantField()


class CredentialsIn(ma.Schema):
    email = _text(320, 0, required=True)
    password = _text(1000, 0, required=True)


class RefreshIn(ma.Schema):
    refresh_token = _text(200, 0, required=True)


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


class EmailIn(ma.Schema):
    email = Checked(accepted_email, required=True)


class MailTokenIn(ma.Schema):
    token = _text(200, required=True)


class NewPasswordIn(MailTokenIn):
    password = Checked(accepted_password, required=True)


class MeIn(ma.Schema):
    display_name = Checked(accepted_name)
    email = Checked(accepted_email)
    password = Checked(accepted_password)
    current_password = _text(1000, 0)


class MeOut(ma.Schema):
    id = ma.fields.String()
    display_name = ma.fields.String()
    email = ma.fields.String(allow_none=True)
    email_verified = ma.fields.Boolean()
    roles = ma.fields.List(ma.fields.String())
    created_at = InstantField()


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


class LoginOut(ma.Schema):
    id = ma.fields.String()
    created_at = InstantField()
    expires_at = InstantField()
    ended_at = InstantField(allow_none=True)


class ApiKeyIn(ma.Schema):
    name = _text(80, required=True)
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


class SuspensionIn(ma.Schema):
    reason = _text(1000, required=True)
    suspended = Flag(load_default=True)


class SuspensionOut(ma.Schema):
    account_id = ma.fields.String(attribute="id")
    display_name = ma.fields.String()
    suspended = ma.fields.Boolean()


class ClockSchema(ma.Schema):
    now = InstantField(required=True)


class TimeOut(ma.Schema):
    """`manual`: it stands still until an operator moves it."""

    now = InstantField()
    manual = ma.fields.Boolean()


class MaintenanceIn(ma.Schema):
    on = Flag(required=True)
    reason = _text(200, 0, load_default="", metadata={"description": "told to everybody"})


class MaintenanceOut(ma.Schema):
    on = ma.fields.Boolean()
    reason = ma.fields.String(allow_none=True)
    since = InstantField(allow_none=True)


class ActOut(ma.Schema):
    """An operator's act; `status` is null if no answer was seen, so that it may have happened."""

    id = ma.fields.String()
    at = InstantField()
    method = ma.fields.String()
    path = ma.fields.String()
    reason = ma.fields.String(allow_none=True)
    request_id = ma.fields.String()
    status = ma.fields.Integer(allow_none=True)


class AuditOut(ActOut):
    account_id = ma.fields.String()
    display_name = ma.fields.String()


class AuditsOut(ma.Schema):
    items = ma.fields.List(ma.fields.Nested(AuditOut))
    next = ma.fields.String(allow_none=True)


class DeadLettersQuery(ma.Schema):
    service = ma.fields.String(validate=OneOf(ALL_SERVICES))


class DeadLettersOut(ma.Schema):
    items = ma.fields.List(ma.fields.Nested(DeadLetterOut))
    next = ma.fields.String(allow_none=True)
    silent = ma.fields.List(ma.fields.String())


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


class MailWishesIn(ma.Schema):
    language = ma.fields.String(validate=OneOf(LANGUAGES))
    reminders = Flag()


class MailWishesOut(ma.Schema):
    """In which language somebody is written to, and whether they want to be reminded."""

    language = ma.fields.String()
    reminders = ma.fields.Boolean()


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
