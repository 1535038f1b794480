"""What operators ask of accounts and of the audit log, and what they see of an account."""

import marshmallow as ma
from marshmallow.validate import Length

from shared.web.fields import InstantField


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


class AuditQuery(ma.Schema):
    class Meta:
        unknown = ma.EXCLUDE

    account_id = ma.fields.String(metadata={"description": "of an operator: what they did"})
    about = ma.fields.UUID(metadata={"description": "an id: what was done to it"})
