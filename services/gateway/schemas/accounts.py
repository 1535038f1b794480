"""Accounts: one's own, and those that operators see."""

import marshmallow as ma
from marshmallow.validate import Equal, Length, OneOf

from services.gateway.domain.display_names import accepted_name
from services.gateway.domain.emails import accepted_email
from services.gateway.domain.passwords import accepted_password
from services.gateway.schemas.parts import Checked, text
from shared.web.fields import Flag, InstantField
from shared.web.problems import LANGUAGES


class AccountIn(ma.Schema):
    email = Checked(accepted_email, required=True)
    password = Checked(accepted_password, required=True)
    display_name = Checked(accepted_name, required=True)
    accept_rules = Flag(required=True, validate=Equal(True))


class AccountOut(ma.Schema):
    id = ma.fields.String()
    display_name = ma.fields.String()
    created_at = InstantField()


class EmailIn(ma.Schema):
    email = Checked(accepted_email, required=True)


class MailTokenIn(ma.Schema):
    token = text(200, required=True)


class NewPasswordIn(MailTokenIn):
    password = Checked(accepted_password, required=True)


class MeIn(ma.Schema):
    display_name = Checked(accepted_name)
    email = Checked(accepted_email)
    password = Checked(accepted_password)
    current_password = text(1000, 0)


class MeOut(ma.Schema):
    id = ma.fields.String()
    display_name = ma.fields.String()
    email = ma.fields.String(allow_none=True)
    email_verified = ma.fields.Boolean()
    roles = ma.fields.List(ma.fields.String())
    created_at = InstantField()


class SuspensionIn(ma.Schema):
    reason = text(1000, required=True)
    suspended = Flag(load_default=True)


class SuspensionOut(ma.Schema):
    account_id = ma.fields.String(attribute="id")
    display_name = ma.fields.String()
    suspended = ma.fields.Boolean()


class MailWishesIn(ma.Schema):
    language = ma.fields.String(validate=OneOf(LANGUAGES))
    reminders = Flag()


class MailWishesOut(ma.Schema):
    """In which language somebody is written to, and whether they want to be reminded."""

    language = ma.fields.String()
    reminders = ma.fields.Boolean()


class AccountsQuery(ma.Schema):
    class Meta:
        unknown = ma.EXCLUDE

    id = ma.fields.List(ma.fields.String(), validate=Length(max=200))
    name = ma.fields.String(metadata={"description": "how the name begins"})


class KnownAccountOut(ma.Schema):
    """What operators see of an account; one that is deleted has no name any more."""

    id = ma.fields.String()
    display_name = ma.fields.String(allow_none=True)
    roles = ma.fields.List(ma.fields.String())
    created_at = InstantField()
    suspended = ma.fields.Boolean()
    deleted_at = InstantField(allow_none=True)


class KnownAccountsOut(ma.Schema):
    items = ma.fields.List(ma.fields.Nested(KnownAccountOut))
    next = ma.fields.String(allow_none=True)
