"""What clients send about seasons, and what they get.

The schemas know types; the limits of settings are the domain's to guard.
"""

from typing import Any

import marshmallow as ma
from marshmallow.validate import Length, OneOf, Regexp

from services.scheduler.domain.rounds import RoundState
from services.scheduler.domain.season import State
from services.scheduler.domain.settings import Format
from shared.web.fields import Flag, InstantField

_TEXT = Regexp(r"(?!\s*$)[^\x00-\x08\x0b-\x1f\x7f]*\Z", error="It must be text, and not blank.")


def _whole(**options: Any) -> ma.fields.Integer:
    return ma.fields.Integer(strict=True, **options)


def _optional(schema: type[ma.Schema]) -> ma.fields.Nested:
    return ma.fields.Nested(schema, allow_none=True)


class PointsSchema(ma.Schema):
    win = _whole()
    draw = _whole()
    loss = _whole()
    bye = _whole()


class GameSchema(ma.Schema):
    code_length = _whole()
    symbols = _whole()
    repeats = Flag()
    max_attempts = _whole()


class CluesSchema(ma.Schema):
    unlock_after_attempts = _whole()
    limit = _whole()
    aura_cost = _whole()


class CadenceSchema(ma.Schema):
    kind = ma.fields.String(validate=OneOf(("calendar", "timed")))
    rest_days = _whole()
    prepare_seconds = _whole()
    solve_seconds = _whole()
    break_seconds = _whole()


class SeasonChangeIn(ma.Schema):
    """Changes to a draft; null brings a default back."""

    name = ma.fields.String(validate=[Length(1, 120), _TEXT])
    format = ma.fields.String(validate=OneOf([str(f) for f in Format]))
    time_zone = ma.fields.String(validate=Length(1, 64))
    starts_on = ma.fields.Date(allow_none=True)
    starts_at = InstantField(allow_none=True)
    registration_opens_at = InstantField()
    registration_closes_at = InstantField()
    points = _optional(PointsSchema)
    game = _optional(GameSchema)
    clues = _optional(CluesSchema)
    cadence = _optional(CadenceSchema)
    swiss_rounds = _whole(allow_none=True)
    min_participants = _whole(allow_none=True)


class SeasonIn(SeasonChangeIn):
    name = ma.fields.String(required=True, validate=[Length(1, 120), _TEXT])
    format = ma.fields.String(required=True, validate=OneOf([str(f) for f in Format]))
    time_zone = ma.fields.String(required=True, validate=Length(1, 64))
    registration_opens_at = InstantField(required=True)
    registration_closes_at = InstantField(required=True)


class OptionalReasonIn(ma.Schema):
    reason = ma.fields.String(validate=[Length(1, 1000), _TEXT])


class ReasonIn(ma.Schema):
    reason = ma.fields.String(required=True, validate=[Length(1, 1000), _TEXT])


class PostponeIn(ReasonIn):
    """`days` in a season by the calendar, `seconds` in a timed one."""

    days = _whole()
    seconds = _whole()


class DisqualifyIn(ReasonIn):
    account_id = ma.fields.String(required=True, validate=Regexp(r"[0-9A-Za-z-]{1,36}\Z"))


class CalendarQuery(ma.Schema):
    """The file goes by its address alone: who subscribes to it is a program."""

    language = ma.fields.String(load_default="en", validate=OneOf(["en", "es"]))


class SeasonsQuery(ma.Schema):
    state = ma.fields.String(validate=OneOf([str(s) for s in State]))


class PostponementSchema(ma.Schema):
    at = InstantField()
    days = ma.fields.Integer()
    seconds = ma.fields.Integer()
    reason = ma.fields.String()


class SeasonOut(ma.Schema):
    """`provisional`: a draft, whose settings may still change."""

    id = ma.fields.String()
    name = ma.fields.String()
    state = ma.fields.String(validate=OneOf([str(s) for s in State]))
    provisional = ma.fields.Boolean()
    format = ma.fields.String(validate=OneOf([str(f) for f in Format]))
    time_zone = ma.fields.String()
    starts_on = ma.fields.Date(allow_none=True)
    starts_at = InstantField(allow_none=True)
    registration_opens_at = InstantField()
    registration_closes_at = InstantField()
    points = ma.fields.Nested(PointsSchema)
    game = ma.fields.Nested(GameSchema)
    clues = ma.fields.Nested(CluesSchema, allow_none=True)
    cadence = ma.fields.Nested(CadenceSchema)
    swiss_rounds = ma.fields.Integer(allow_none=True)
    min_participants = ma.fields.Integer()
    participants = ma.fields.Integer()
    rounds = ma.fields.Integer(allow_none=True)
    current_round = ma.fields.Integer(allow_none=True)
    draw_commitment = ma.fields.String()
    draw_seed = ma.fields.String(allow_none=True)
    held = ma.fields.Boolean()
    cancel_reason = ma.fields.String(allow_none=True)
    postponements = ma.fields.List(ma.fields.Nested(PostponementSchema))
    created_at = InstantField()


class SeasonsOut(ma.Schema):
    items = ma.fields.List(ma.fields.Nested(SeasonOut))
    next = ma.fields.String(allow_none=True)


class RegistrationOut(ma.Schema):
    account_id = ma.fields.String()
    display_name = ma.fields.String()
    registered_at = InstantField()


class ParticipantSchema(ma.Schema):
    account_id = ma.fields.String()
    display_name = ma.fields.String()
    number = ma.fields.Integer(allow_none=True)
    status = ma.fields.String(validate=OneOf(("active", "withdrawn", "disqualified")))


class ParticipantsOut(ma.Schema):
    items = ma.fields.List(ma.fields.Nested(ParticipantSchema))
    next = ma.fields.String(allow_none=True)


class OwnRegistrationSchema(ma.Schema):
    """`number` is the lot's, null before the close; `state` the season's."""

    season_id = ma.fields.String()
    name = ma.fields.String()
    state = ma.fields.String()
    registered_at = InstantField()
    number = ma.fields.Integer(allow_none=True)
    status = ma.fields.String(validate=OneOf(("active", "withdrawn", "disqualified")))


class OwnRegistrationsOut(ma.Schema):
    items = ma.fields.List(ma.fields.Nested(OwnRegistrationSchema))
    next = ma.fields.String(allow_none=True)


class RoundSchema(ma.Schema):
    """`optimal`: of a Swiss round, whether its pairing is proven to be the best one."""

    number = ma.fields.Integer()
    leg = ma.fields.Integer(allow_none=True)
    state = ma.fields.String(validate=OneOf([str(s) for s in RoundState]))
    preparing_from = InstantField(allow_none=True)
    solving_from = InstantField(allow_none=True)
    closes_at = InstantField(allow_none=True)
    bye = ma.fields.String(allow_none=True)
    optimal = ma.fields.String(allow_none=True, validate=OneOf(("proven", "within_window")))
    departures = ma.fields.Integer(
        allow_none=True, metadata={"description": "how many had left the season at its close"}
    )


class RoundsOut(ma.Schema):
    items = ma.fields.List(ma.fields.Nested(RoundSchema))
    next = ma.fields.String(allow_none=True)


class DepartureOut(ma.Schema):
    """Somebody left: `kind` is what they have been since, `from_round` the first they were out of.

    The season's departures are numbered 1, 2, 3 …
    """

    number = ma.fields.Integer()
    account_id = ma.fields.String()
    kind = ma.fields.String(validate=OneOf(["withdrawn", "disqualified"]))
    from_round = ma.fields.Integer()


class DeparturesOut(ma.Schema):
    items = ma.fields.List(ma.fields.Nested(DepartureOut))
    next = ma.fields.String(allow_none=True)
