"""What requests hold."""

import marshmallow as ma
from marshmallow import fields, validate

from shared.web.fields import Flag

LONGEST_REASON = 1000
MOST_AURA = 1_000_000


def _reason() -> fields.String:
    return fields.String(
        required=True,
        validate=[
            validate.Length(max=LONGEST_REASON),
            validate.Regexp(r"(?s).*\S", error="Say why."),
        ],
    )


class CodeIn(ma.Schema):
    """What a code must be is the game's to say, however long the text."""

    code = fields.String(required=True)
    confirm = Flag(required=True)


class AttemptIn(ma.Schema):
    number = fields.Integer(required=True, strict=True, validate=validate.Range(min=1))
    guess = fields.String(required=True)


class AnnulIn(ma.Schema):
    reason = _reason()


class CorrectIn(ma.Schema):
    outcome = fields.String(
        required=True, validate=validate.OneOf(("first", "second", "draw", "none"))
    )
    reason = _reason()


class GrantIn(ma.Schema):
    amount = fields.Integer(
        required=True,
        strict=True,
        validate=[
            validate.Range(min=-MOST_AURA, max=MOST_AURA),
            validate.NoneOf((0,), error="Not 0."),
        ],
    )
    reason = _reason()


class GameIn(ma.Schema):
    """A game's settings; those left out are the usual ones."""

    code_length = fields.Integer(strict=True)
    symbols = fields.Integer(strict=True)
    repeats = Flag()
    max_attempts = fields.Integer(strict=True)


class TableIn(ma.Schema):
    game = fields.Nested(GameIn, load_default=None)


class ComputerTableIn(TableIn):
    level = fields.String(required=True, validate=validate.OneOf(("easy", "normal", "perfect")))


class OwnMatchesQuery(ma.Schema):
    class Meta:
        unknown = ma.EXCLUDE

    state = fields.String(validate=validate.OneOf(("open", "scheduled", "closed")))
