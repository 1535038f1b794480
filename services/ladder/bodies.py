"""What clients send to the ladder."""

from typing import Any

import marshmallow as ma
from marshmallow.validate import Length, OneOf, Range, Regexp

from services.ladder.domain.game import Ending, Origin, Phase
from shared.web.fields import InstantField

MOST_IN_BATCH = 500

_HAS_LETTER = Regexp(r".*\S", error="It must not be blank.")


def _word(words: Any) -> ma.fields.String:
    return ma.fields.String(required=True, validate=OneOf([str(word) for word in words]))


def _side() -> ma.fields.Integer:
    return ma.fields.Integer(
        strict=True, validate=OneOf((0, 1)), allow_none=True, load_default=None
    )


def _reason() -> ma.fields.String:
    return ma.fields.String(required=True, validate=[Length(1, 1000), _HAS_LETTER])


class PlayerSchema(ma.Schema):
    """An account or a guest, by name."""

    account_id = ma.fields.String(validate=Length(1, 36))
    guest = ma.fields.String(validate=[Length(1, 80), _HAS_LETTER])

    @ma.validates_schema
    def _is_one_of_both(self, data: dict[str, Any], **_: Any) -> None:
        if len(data) != 1:
            raise ma.ValidationError("Give either account_id or guest.", "account_id")


class StartIn(ma.Schema):
    external_id = ma.fields.String(required=True, validate=[Length(1, 200), _HAS_LETTER])
    origin = _word(Origin)
    players = ma.fields.List(
        ma.fields.Nested(PlayerSchema), required=True, validate=Length(equal=2)
    )
    started_at = InstantField(required=True)


class ReportIn(StartIn):
    finished_at = InstantField(required=True)
    ending = _word(Ending)
    phase = _word(Phase)
    winner = _side()
    left = _side()


class BatchIn(ma.Schema):
    """Each item is a report, and is looked at on its own."""

    items = ma.fields.List(
        ma.fields.Raw(allow_none=True), required=True, validate=Length(1, MOST_IN_BATCH)
    )


class ReasonIn(ma.Schema):
    reason = _reason()


class SettleIn(ReasonIn):
    decision = _word(("keep", "void"))


class DisqualifyIn(ReasonIn):
    account_id = ma.fields.String(required=True, validate=Length(1, 36))


class UndoQuery(ma.Schema):
    reason = ma.fields.String(load_default="taken back", validate=[Length(1, 1000), _HAS_LETTER])


class PreviewQuery(ma.Schema):
    preview = ma.fields.Boolean(load_default=False)


class RankingQuery(ma.Schema):
    """`limit` and `cursor` are read by the paging."""

    class Meta:
        unknown = ma.EXCLUDE

    revision = ma.fields.Integer(load_default=None, validate=Range(1, 2**31 - 1))


class PlayerQuery(RankingQuery):
    around = ma.fields.Integer(load_default=5, validate=Range(0, 50))
