"""Games, and those that have not ended."""

import marshmallow as ma

from services.ladder.schemas.people import OpponentSchema
from shared.web.fields import InstantField


class GameSchema(ma.Schema):
    """What single views and lists tell of a game."""

    game_id = ma.fields.String()
    origin = ma.fields.String()
    started_at = InstantField()
    finished_at = InstantField(allow_none=True)
    ending = ma.fields.String(allow_none=True)
    phase = ma.fields.String(allow_none=True)
    rated = ma.fields.Boolean()
    unrated_reason = ma.fields.String(allow_none=True)
    voided = ma.fields.Boolean()
    under_review = ma.fields.Boolean()


class UnendedSchema(GameSchema):
    season_id = ma.fields.String()
    players = ma.fields.List(ma.fields.Nested(OpponentSchema))


class UnendedOut(ma.Schema):
    items = ma.fields.List(ma.fields.Nested(UnendedSchema))
    next = ma.fields.String(allow_none=True)


class ChangedPlayerSchema(OpponentSchema):
    change = ma.fields.Integer()
    points_after = ma.fields.Integer(allow_none=True)
    streak_after = ma.fields.Integer(allow_none=True)
    before = ma.fields.Dict()
    after = ma.fields.Dict()


class LadderGameOut(GameSchema):
    """A game; a preview has `players` alone, each with what was and what would be."""

    season_id = ma.fields.String()
    players = ma.fields.List(ma.fields.Nested(ChangedPlayerSchema))
    winner = ma.fields.Integer(allow_none=True)
    left = ma.fields.Integer(allow_none=True)
