"""Seasons, their settings and revisions, what operators did to them, and their verification."""

import marshmallow as ma
from marshmallow.validate import Length, Range, Regexp

from services.ladder.schemas.people import PersonSchema
from shared.web.fields import InstantField

_MOST_POINTS = 1_000_000
_MOST_SECONDS = 30 * 24 * 60 * 60
_HAS_LETTER = Regexp(r".*\S", error="It must not be blank.")


class LossBracketSchema(ma.Schema):
    from_points = ma.fields.Integer(
        data_key="from", required=True, strict=True, validate=Range(0, _MOST_POINTS)
    )
    cost = ma.fields.Integer(required=True, strict=True, validate=Range(0, _MOST_POINTS))


def _whole(low: int, high: int) -> ma.fields.Integer:
    return ma.fields.Integer(strict=True, validate=Range(low, high))


class LadderSettingsSchema(ma.Schema):
    start_points = _whole(0, _MOST_POINTS)
    floor = _whole(0, _MOST_POINTS)
    win_points = _whole(0, _MOST_POINTS)
    streak_step = _whole(0, _MOST_POINTS)
    streak_cap = _whole(0, _MOST_POINTS)
    loss_brackets = ma.fields.List(ma.fields.Nested(LossBracketSchema), validate=Length(1, 100))
    rematch_limit = _whole(1, 1000)
    rematch_hours = _whole(1, 24 * 365)
    prize_min_games = _whole(0, _MOST_POINTS)
    preparation_seconds = _whole(1, _MOST_SECONDS)
    solve_seconds = _whole(1, _MOST_SECONDS)
    abandon_seconds = _whole(1, _MOST_SECONDS)
    report_grace_seconds = _whole(0, _MOST_SECONDS)


class LadderSeasonIn(ma.Schema):
    name = ma.fields.String(required=True, validate=[Length(1, 120), _HAS_LETTER])
    starts_at = InstantField(required=True)
    ends_at = InstantField(required=True)
    settings = ma.fields.Nested(LadderSettingsSchema)


class LadderSeasonOut(ma.Schema):
    id = ma.fields.String()
    name = ma.fields.String()
    starts_at = InstantField()
    ends_at = InstantField()
    state = ma.fields.String(
        validate=ma.validate.OneOf(("scheduled", "active", "closing", "final"))
    )
    settings = ma.fields.Nested(LadderSettingsSchema)
    pending = ma.fields.Integer()
    revision = ma.fields.Integer(allow_none=True)
    prize = ma.fields.List(ma.fields.Nested(PersonSchema))


class LadderSeasonsOut(ma.Schema):
    items = ma.fields.List(ma.fields.Nested(LadderSeasonOut))
    next = ma.fields.String(allow_none=True)


class RevisionSchema(ma.Schema):
    revision = ma.fields.Integer()
    confirmed_at = InstantField()
    adjustment = ma.fields.Integer(allow_none=True)
    prize = ma.fields.List(ma.fields.Nested(PersonSchema))


class LadderRevisionsOut(ma.Schema):
    items = ma.fields.List(ma.fields.Nested(RevisionSchema))
    next = ma.fields.String(allow_none=True)


class AdjustmentSchema(ma.Schema):
    number = ma.fields.Integer()
    kind = ma.fields.String()
    game_id = ma.fields.String(allow_none=True)
    account = ma.fields.Nested(PersonSchema, allow_none=True)
    author = ma.fields.Nested(PersonSchema)
    reason = ma.fields.String()
    at = InstantField()


class AdjustmentsOut(ma.Schema):
    items = ma.fields.List(ma.fields.Nested(AdjustmentSchema))
    next = ma.fields.String(allow_none=True)


class DisqualificationOut(PersonSchema):
    reason = ma.fields.String()
    disqualified_at = InstantField()


class DifferenceSchema(ma.Schema):
    account_id = ma.fields.String()
    game_id = ma.fields.String(allow_none=True)
    stored = ma.fields.Dict()
    folded = ma.fields.Dict()


class VerificationOut(ma.Schema):
    """`players` and `games` are those looked at in this page."""

    players = ma.fields.Integer()
    games = ma.fields.Integer()
    differences = ma.fields.List(ma.fields.Nested(DifferenceSchema))
    next = ma.fields.String(allow_none=True)
