"""The ranking, and a place in it."""

from typing import Any

import marshmallow as ma

from services.ladder.schemas.people import PersonSchema
from shared.web.fields import InstantField


class AsGivenSchema(ma.Schema):
    """Documents what a view makes; shown as it is made, for that is done thousands of times a
    second, and field by field costs more than the rest of the request.
    """

    def dump(self, obj: Any, *, many: bool | None = None) -> Any:  # noqa: ARG002
        return obj


class RankSchema(AsGivenSchema):
    position = ma.fields.Integer(allow_none=True)
    account_id = ma.fields.String()
    display_name = ma.fields.String()
    points = ma.fields.Integer()
    rated_games = ma.fields.Integer()
    wins = ma.fields.Integer()
    losses = ma.fields.Integer()
    streak = ma.fields.Integer()
    last_finished_at = InstantField(allow_none=True)


class RankingOut(AsGivenSchema):
    season_id = ma.fields.String()
    revision = ma.fields.Integer(allow_none=True)
    disqualified = ma.fields.List(ma.fields.Nested(PersonSchema))
    items = ma.fields.List(ma.fields.Nested(RankSchema))
    next = ma.fields.String(allow_none=True)


class PlayerRankOut(RankSchema):
    disqualified = ma.fields.Boolean()
    around = ma.fields.List(ma.fields.Nested(RankSchema))
