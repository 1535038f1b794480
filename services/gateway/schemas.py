"""What goes in and out of the gateway's own endpoints."""

from collections.abc import Callable
from typing import Any

import marshmallow as ma
from marshmallow.validate import Equal, Length, OneOf

from services.gateway.domain.display_names import accepted_name
from services.gateway.domain.emails import accepted_email
from services.gateway.domain.passwords import accepted_password
from shared.errors import Invalid
from shared.web.fields import Flag, InstantField

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


class IncidentIn(ma.Schema):
    title = _text(200, required=True)
    description = _text(LONGEST_TEXT, 0, load_default="")
    account_ids = _ids(load_default=list)
    match_ids = _ids(load_default=list)
    game_ids = _ids(load_default=list)


class IncidentChange(ma.Schema):
    title = _text(200)
    description = _text(LONGEST_TEXT, 0)
    state = ma.fields.String(validate=OneOf(["open", "closed"]))
    resolution = _text(LONGEST_TEXT, 0, allow_none=True)
    reason = _text(1000, load_only=True, metadata={"description": "for the audit log"})
    account_ids = _ids()
    match_ids = _ids()
    game_ids = _ids()


class IncidentOut(ma.Schema):
    id = ma.fields.String()
    title = ma.fields.String()
    description = ma.fields.String()
    state = ma.fields.String()
    resolution = ma.fields.String(allow_none=True)
    account_ids = ma.fields.List(ma.fields.String())
    match_ids = ma.fields.List(ma.fields.String())
    game_ids = ma.fields.List(ma.fields.String())
    created_by = ma.fields.String()
    created_at = InstantField()
    updated_by = ma.fields.String()
    updated_at = InstantField()


class IncidentsOut(ma.Schema):
    items = ma.fields.List(ma.fields.Nested(IncidentOut))
    next = ma.fields.String(allow_none=True)


class ExportOut(ma.Schema):
    """`matches` and `aura` are as `/me/matches` and `/me/aura` tell them."""

    account = ma.fields.Nested(MeOut)
    logins = ma.fields.List(ma.fields.Nested(LoginOut))
    api_keys = ma.fields.List(ma.fields.Nested(ApiKeyOut))
    acts = ma.fields.List(ma.fields.Nested(ActOut))
    matches = ma.fields.List(ma.fields.Dict())
    aura = ma.fields.List(ma.fields.Dict())
