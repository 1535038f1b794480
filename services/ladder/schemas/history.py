"""A player's games with their points, each explained."""

import marshmallow as ma

from services.ladder.schemas.games import GameSchema
from services.ladder.schemas.people import OpponentSchema


class BracketSchema(ma.Schema):
    from_points = ma.fields.Integer(data_key="from", attribute="from")
    to = ma.fields.Integer(allow_none=True)


class ExplanationSchema(ma.Schema):
    """`rule` says which; the other fields are those of a win or of a loss."""

    rule = ma.fields.String()
    base = ma.fields.Integer()
    streak_before = ma.fields.Integer()
    streak_bonus = ma.fields.Integer()
    bracket = ma.fields.Nested(BracketSchema)
    cost = ma.fields.Integer()
    paid = ma.fields.Integer()
    spared_by_floor = ma.fields.Integer()


class HistorySchema(GameSchema):
    opponent = ma.fields.Nested(OpponentSchema)
    outcome = ma.fields.String(allow_none=True)
    change = ma.fields.Integer()
    points_before = ma.fields.Integer()
    points_after = ma.fields.Integer()
    streak_after = ma.fields.Integer()
    explanation = ma.fields.Nested(ExplanationSchema)


class HistoryOut(ma.Schema):
    items = ma.fields.List(ma.fields.Nested(HistorySchema))
    next = ma.fields.String(allow_none=True)
