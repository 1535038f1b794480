"""What operators do to the platform, and see of what they did."""

import marshmallow as ma
from marshmallow.validate import OneOf

from services.gateway.schemas.parts import text
from shared.events.catalogue import ALL_SERVICES
from shared.web.dead_letters import DeadLetterOut
from shared.web.fields import Flag, InstantField


class ClockSchema(ma.Schema):
    now = InstantField(required=True)


class TimeOut(ma.Schema):
    """`manual`: it stands still until an operator moves it."""

    now = InstantField()
    manual = ma.fields.Boolean()


class MaintenanceIn(ma.Schema):
    on = Flag(required=True)
    reason = text(200, 0, load_default="", metadata={"description": "told to everybody"})


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


class AuditQuery(ma.Schema):
    class Meta:
        unknown = ma.EXCLUDE

    account_id = ma.fields.String(metadata={"description": "of an operator: what they did"})
    about = ma.fields.UUID(metadata={"description": "an id: what was done to it"})
