"""What clients send to the standings, and what they get."""

from typing import Any

import marshmallow as ma
from marshmallow.validate import Equal, OneOf, Range

from services.standings.domain.results import Outcome, Verdict
from services.standings.domain.table import DecidedBy
from shared.web.fields import Flag, InstantField

_HIGHEST = 2**31 - 1


class Digits(ma.fields.Integer):
    """A whole number in an address: digits and nothing that merely reads as a number."""

    def _deserialize(self, value: Any, *given: Any, **options: Any) -> int:
        if not (isinstance(value, str) and value.isascii() and value.isdigit()):
            raise self.make_error("invalid", input=value)
        return super()._deserialize(value, *given, **options)


class RoundQuery(ma.Schema):
    round = Digits(validate=Range(0, _HIGHEST), load_default=None)


class TableQuery(RoundQuery):
    revision = Digits(validate=Range(1, _HIGHEST), load_default=None)


class RowOut(ma.Schema):
    position = ma.fields.Integer(allow_none=True)
    account_id = ma.fields.String()
    display_name = ma.fields.String()
    played = ma.fields.Integer()
    wins = ma.fields.Integer()
    draws = ma.fields.Integer()
    losses = ma.fields.Integer()
    byes = ma.fields.Integer()
    points = ma.fields.Integer()
    attempt_difference = ma.fields.Integer()
    solved_games = ma.fields.Integer()
    solved_attempts = ma.fields.Integer()
    average_attempts = ma.fields.Float(allow_none=True)
    head_to_head = ma.fields.Integer(allow_none=True)
    decided_by = ma.fields.String(allow_none=True, validate=OneOf([*DecidedBy, None]))


class TableOut(ma.Schema):
    season_id = ma.fields.String()
    after_round = ma.fields.Integer()
    complete = ma.fields.Boolean()
    revision = ma.fields.Integer(allow_none=True)
    published_at = InstantField(allow_none=True)
    items = ma.fields.List(ma.fields.Nested(RowOut))


class PositionsQuery(ma.Schema):
    limit = Digits(validate=Range(1, 200))
    cursor = ma.fields.String()
    account_id = ma.fields.String(load_default=None)


class ProgressOut(ma.Schema):
    """`positions` are those after rounds 1, 2, 3 …, null where there was none."""

    account_id = ma.fields.String()
    display_name = ma.fields.String()
    positions = ma.fields.List(ma.fields.Integer(allow_none=True))


class PositionsOut(ma.Schema):
    season_id = ma.fields.String()
    after_round = ma.fields.Integer()
    items = ma.fields.List(ma.fields.Nested(ProgressOut))
    next = ma.fields.String(allow_none=True)


class AccountOut(ma.Schema):
    account_id = ma.fields.String()
    display_name = ma.fields.String()


class ChangeOut(ma.Schema):
    kind = ma.fields.String(validate=OneOf(["corrected", "annulled", "disqualified"]))
    match_id = ma.fields.String(allow_none=True)
    outcome = ma.fields.String(allow_none=True, validate=OneOf([*Outcome, None]))
    account = ma.fields.Nested(AccountOut, allow_none=True)


class RevisionOut(ma.Schema):
    """`act` is the last of the season's acts that this revision counts (0: none)."""

    round = ma.fields.Integer()
    revision = ma.fields.Integer()
    act = ma.fields.Integer()
    published_at = InstantField()
    digest = ma.fields.String()
    changes = ma.fields.List(ma.fields.Nested(ChangeOut))


class RevisionsOut(ma.Schema):
    items = ma.fields.List(ma.fields.Nested(RevisionOut))
    next = ma.fields.String(allow_none=True)


class ActOut(ma.Schema):
    """What was done to the season after the fact, numbered 1, 2, 3 … as it was done.

    A correction or annulment is of a match; a disqualification of an account, with the season's
    `last_round` if it had finished before.
    """

    act = ma.fields.Integer()
    kind = ma.fields.String(validate=OneOf(["corrected", "annulled", "disqualified"]))
    match_id = ma.fields.String(allow_none=True)
    account_id = ma.fields.String(allow_none=True)
    last_round = ma.fields.Integer(allow_none=True)


class ActsOut(ma.Schema):
    items = ma.fields.List(ma.fields.Nested(ActOut))
    next = ma.fields.String(allow_none=True)


class PreviewIn(ma.Schema):
    match_id = ma.fields.UUID(required=True)
    annul = Flag(validate=Equal(True))
    outcome = ma.fields.String(validate=OneOf([*Outcome]))

    @ma.validates_schema
    def _one_change(self, data: dict[str, Any], **_: Any) -> None:
        if ("annul" in data) == ("outcome" in data):
            raise ma.ValidationError("Give either annul or outcome.", "outcome")


class PreviewOut(ma.Schema):
    before = ma.fields.List(ma.fields.Nested(RowOut))
    after = ma.fields.List(ma.fields.Nested(RowOut))
    rounds_paired_since = ma.fields.List(ma.fields.Integer())


class MeetingOut(ma.Schema):
    round = ma.fields.Integer()
    match_id = ma.fields.String()
    side = ma.fields.String(validate=OneOf(["first", "second"]))
    outcome = ma.fields.String(validate=OneOf([*Verdict]))
    by = ma.fields.String(metadata={"description": "what decided it, as the match tells it"})
    points = ma.fields.Integer()
    annulled = ma.fields.Boolean()


class OpponentOut(ma.Schema):
    account_id = ma.fields.String()
    meetings = ma.fields.List(ma.fields.Nested(MeetingOut))


class CrossRowOut(ma.Schema):
    position = ma.fields.Integer(allow_none=True)
    account_id = ma.fields.String()
    display_name = ma.fields.String()
    opponents = ma.fields.List(ma.fields.Nested(OpponentOut))


class CrosstableOut(ma.Schema):
    season_id = ma.fields.String()
    after_round = ma.fields.Integer()
    revision = ma.fields.Integer()
    items = ma.fields.List(ma.fields.Nested(CrossRowOut))
