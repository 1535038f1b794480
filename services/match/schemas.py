"""What answers look like."""

import marshmallow as ma
from marshmallow import fields
from marshmallow.validate import OneOf

from shared.web.fields import InstantField


class AttemptSchema(ma.Schema):
    number = fields.Integer()
    guess = fields.String()
    exact = fields.Integer()
    misplaced = fields.Integer(attribute="partial", data_key="partial")
    at = InstantField()


class ClueSchema(ma.Schema):
    position = fields.Integer()
    symbol = fields.String()
    at = InstantField()


class SideOut(ma.Schema):
    """A side of a match; from `code` on only once it is closed."""

    account_id = fields.String()
    display_name = fields.String()
    code = fields.String(allow_none=True)
    code_generated = fields.Boolean()
    attempts = fields.List(fields.Nested(AttemptSchema))
    clues = fields.List(fields.Nested(ClueSchema))
    solved = fields.Boolean()


class OwnSideOut(ma.Schema):
    """A player's own side."""

    side = fields.String()
    code = fields.String(allow_none=True)
    code_confirmed = fields.Boolean()
    attempts = fields.List(fields.Nested(AttemptSchema))
    solved = fields.Boolean()
    clues = fields.List(fields.Nested(ClueSchema))
    attempts_left = fields.Integer()


class SidePoints(ma.Schema):
    first = fields.Integer()
    second = fields.Integer()


class ResultOut(ma.Schema):
    outcome = fields.String()
    by = fields.String()
    points = fields.Nested(SidePoints)
    attempt_difference = fields.Integer()
    revision = fields.Integer()
    annulled = fields.Boolean()


class RevisionOut(ResultOut):
    """A revision of a result; `reason` is null in the first."""

    at = InstantField()
    reason = fields.String(allow_none=True)


class GameOut(ma.Schema):
    code_length = fields.Integer()
    symbols = fields.Integer()
    repeats = fields.Boolean()
    max_attempts = fields.Integer()


class CluesOut(ma.Schema):
    unlock_after_attempts = fields.Integer()
    limit = fields.Integer()
    aura_cost = fields.Integer()


class MatchOut(ma.Schema):
    """A match; a live one has `game_id`, `rated` and `unrated_reason` besides.

    `under_review` is told once it is closed.
    """

    id = fields.String()
    kind = fields.String()
    season_id = fields.String(allow_none=True)
    round = fields.Integer(allow_none=True)
    game_id = fields.String()
    rated = fields.Boolean()
    unrated_reason = fields.String(allow_none=True)
    state = fields.String()
    preparing_until = InstantField(allow_none=True)
    solving_until = InstantField(allow_none=True)
    game = fields.Nested(GameOut)
    clues = fields.Nested(CluesOut, allow_none=True)
    first = fields.Nested(SideOut)
    second = fields.Nested(SideOut)
    you = fields.Nested(OwnSideOut)
    result = fields.Nested(ResultOut, allow_none=True)
    under_review = fields.Boolean()


class PlayerOut(ma.Schema):
    account_id = fields.String()
    display_name = fields.String()


class PairingOut(ma.Schema):
    points_difference = fields.Integer()
    rank_difference = fields.Integer()
    met_before = fields.Integer()
    optimal = fields.String()


class SummaryOut(ma.Schema):
    """A match in the list of its round; `pairing` in a Swiss."""

    id = fields.String()
    first = fields.Nested(PlayerOut)
    second = fields.Nested(PlayerOut)
    state = fields.String()
    result = fields.Nested(ResultOut, allow_none=True)
    pairing = fields.Nested(PairingOut, allow_none=True)


class TableOut(ma.Schema):
    """A private table of one's own; `match_id` is there once somebody has joined."""

    id = fields.String()
    invite_code = fields.String()
    game = fields.Nested(GameOut)
    expires_at = InstantField()
    match_id = fields.String(allow_none=True)


class RematchOut(ma.Schema):
    """Whether two who have played at a private table play again.

    `state` is `none`, `offered` (by the account `by`, until `expires_at`), or `begun`: `match_id`.
    """

    state = fields.String(validate=OneOf(["none", "offered", "begun"]))
    by = fields.String(allow_none=True)
    expires_at = InstantField(allow_none=True)
    match_id = fields.String(allow_none=True)


class NumberedRevisionOut(RevisionOut):
    """`act` is a change's own number among the season's acts; `acts` how many there had been."""

    act = fields.Integer(allow_none=True)
    acts = fields.Integer()


class FullMatchOut(MatchOut):
    """A closed match with why it was paired so and every revision of its result."""

    pairing = fields.Nested(PairingOut, allow_none=True)
    revisions = fields.List(fields.Nested(NumberedRevisionOut))


class AttemptOut(ma.Schema):
    number = fields.Integer(attribute="attempt.number")
    guess = fields.String(attribute="attempt.guess")
    exact = fields.Integer(attribute="attempt.exact")
    misplaced = fields.Integer(attribute="attempt.partial", data_key="partial")
    solved = fields.Boolean()
    attempts_left = fields.Integer()


class ClueOut(ma.Schema):
    position = fields.Integer()
    symbol = fields.String()
    aura_spent = fields.Integer()
    aura_balance = fields.Integer()


class AuraEntryOut(ma.Schema):
    amount = fields.Integer()
    reason = fields.String()
    at = InstantField()
    balance_after = fields.Integer()


class _Paged(ma.Schema):
    next = fields.String(allow_none=True)


class MatchesOut(_Paged):
    items = fields.List(fields.Nested(MatchOut))


class FullMatchesOut(_Paged):
    items = fields.List(fields.Nested(FullMatchOut))


class SummariesOut(_Paged):
    items = fields.List(fields.Nested(SummaryOut))


class RevisionsOut(_Paged):
    items = fields.List(fields.Nested(RevisionOut))


class AuraOut(_Paged):
    balance = fields.Integer()
    items = fields.List(fields.Nested(AuraEntryOut))
