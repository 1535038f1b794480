"""What the ladder shows to its clients."""

from typing import Any

import marshmallow as ma
from marshmallow.validate import Length, Range, Regexp

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


class PersonSchema(ma.Schema):
    account_id = ma.fields.String()
    display_name = ma.fields.String()


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


class OpponentSchema(ma.Schema):
    """A guest or the computer has a name and no account."""

    account_id = ma.fields.String(allow_none=True)
    display_name = ma.fields.String()


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


class UnendedSchema(GameSchema):
    season_id = ma.fields.String()
    players = ma.fields.List(ma.fields.Nested(OpponentSchema))


class UnendedOut(ma.Schema):
    items = ma.fields.List(ma.fields.Nested(UnendedSchema))
    next = ma.fields.String(allow_none=True)


class ReportedPlayerSchema(ma.Schema):
    account_id = ma.fields.String(allow_none=True)
    guest = ma.fields.String()
    change = ma.fields.Integer()
    points_after = ma.fields.Integer(allow_none=True)
    streak_after = ma.fields.Integer(allow_none=True)


class StartedOut(ma.Schema):
    game_id = ma.fields.String()
    rated = ma.fields.Boolean()
    unrated_reason = ma.fields.String(allow_none=True)


class ReportedOut(StartedOut):
    players = ma.fields.List(ma.fields.Nested(ReportedPlayerSchema))


class BatchItemSchema(ma.Schema):
    """`game` with 200 and 201, else `problem`."""

    status = ma.fields.Integer()
    game = ma.fields.Nested(ReportedOut)
    problem = ma.fields.Dict()


class BatchOut(ma.Schema):
    items = ma.fields.List(ma.fields.Nested(BatchItemSchema))


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


class QueueOut(ma.Schema):
    state = ma.fields.String(validate=ma.validate.OneOf(("none", "waiting", "matched")))
    since = InstantField(allow_none=True)
    match_id = ma.fields.String(allow_none=True)
