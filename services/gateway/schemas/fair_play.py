"""What goes in and out of the calls about fair play."""

import marshmallow as ma
from marshmallow.validate import Length, OneOf, Regexp

from services.gateway.domain.incidents import ACTS, State
from services.gateway.domain.signals import SignalState
from services.gateway.schemas.parts import LONGEST_TEXT, ids, text
from shared.web.fields import InstantField

SIGNAL_KINDS = (
    "same_network",
    "same_device",
    "quick_answers",
    "first_attempt_solved",
    "lop_sided_pair",
)


def _reason(most: int = 1000) -> ma.fields.String:
    why = Regexp(r"(?s).*\S", error="Say why.")
    return ma.fields.String(required=True, validate=[Length(max=most), why])


class IncidentIn(ma.Schema):
    title = text(200, required=True)
    description = text(LONGEST_TEXT, 0, load_default="")
    account_ids = ids(load_default=list)
    match_ids = ids(load_default=list)
    game_ids = ids(load_default=list)


class IncidentChange(ma.Schema):
    title = text(200)
    description = text(LONGEST_TEXT, 0)
    state = ma.fields.String(validate=OneOf([*State]))
    resolution = text(LONGEST_TEXT, 0, allow_none=True)
    reason = text(1000, load_only=True, metadata={"description": "for the audit log"})
    account_ids = ids()
    match_ids = ids()
    game_ids = ids()


class NoteIn(ma.Schema):
    text = text(LONGEST_TEXT, required=True)


class DecisionIn(ma.Schema):
    """An act to be done as the one who decides.

    What it is done to: `match_id` (annul, correct), `season_id` and `account_id` (disqualify,
    disqualify_from_ladder), `game_id` (review, void, unvoid, settle), `account_id` (suspend).
    """

    act = ma.fields.String(required=True, validate=OneOf([*ACTS]))
    reason = _reason()
    match_id = ma.fields.UUID()
    game_id = ma.fields.UUID()
    season_id = ma.fields.UUID()
    account_id = ma.fields.UUID()
    outcome = ma.fields.String(validate=OneOf(["first", "second", "draw", "none"]))
    decision = ma.fields.String(validate=OneOf(["keep", "void"]))

    @ma.post_load
    def _as_texts(self, data: dict[str, object], **_: object) -> dict[str, str]:
        return {name: str(value) for name, value in data.items()}


class NoteOut(ma.Schema):
    id = ma.fields.String()
    at = InstantField()
    account_id = ma.fields.String()
    text = ma.fields.String()


class DecisionOut(ma.Schema):
    """`status` is null if no answer was seen, so that the act may have been done."""

    id = ma.fields.String()
    at = InstantField()
    account_id = ma.fields.String()
    act = ma.fields.String()
    target = ma.fields.Dict(keys=ma.fields.String(), values=ma.fields.String())
    reason = ma.fields.String()
    status = ma.fields.Integer(allow_none=True)


class IncidentDisputeOut(ma.Schema):
    match_id = ma.fields.String()
    account_id = ma.fields.String()
    at = InstantField()
    reason = ma.fields.String(allow_none=True)


class IncidentOut(ma.Schema):
    """`title` is empty where a player's dispute opened it and nobody has given it one."""

    id = ma.fields.String()
    title = ma.fields.String()
    description = ma.fields.String()
    state = ma.fields.String(validate=OneOf([*State]))
    resolution = ma.fields.String(allow_none=True)
    account_ids = ma.fields.List(ma.fields.String())
    match_ids = ma.fields.List(ma.fields.String())
    game_ids = ma.fields.List(ma.fields.String())
    disputes = ma.fields.List(ma.fields.Nested(IncidentDisputeOut))
    notes = ma.fields.List(ma.fields.Nested(NoteOut))
    decisions = ma.fields.List(ma.fields.Nested(DecisionOut))
    created_by = ma.fields.String()
    created_at = InstantField()
    updated_by = ma.fields.String()
    updated_at = InstantField()


class IncidentsOut(ma.Schema):
    items = ma.fields.List(ma.fields.Nested(IncidentOut))
    next = ma.fields.String(allow_none=True)


class IncidentsQuery(ma.Schema):
    class Meta:
        unknown = ma.EXCLUDE

    state = ma.fields.String(validate=OneOf([*State]))


class SignalsQuery(ma.Schema):
    class Meta:
        unknown = ma.EXCLUDE

    kind = ma.fields.String(validate=OneOf(SIGNAL_KINDS))
    state = ma.fields.String(validate=OneOf([*SignalState]))
    account_id = ma.fields.String()
    match_id = ma.fields.String()
    season_id = ma.fields.String()


class SignalChange(ma.Schema):
    state = ma.fields.String(required=True, validate=OneOf([*SignalState]))
    reason = text(1000, load_only=True, metadata={"description": "for the audit log"})


class SignalOut(ma.Schema):
    """A hint, which proves and changes nothing; `seen` once an operator has dealt with it.

    `details`: `seen_at` ("play" or "login") of same_network and same_device;
    `median_milliseconds` of quick_answers; `winner` and `matches` of lop_sided_pair, which is of
    no single match.
    """

    id = ma.fields.String()
    kind = ma.fields.String(validate=OneOf(SIGNAL_KINDS))
    at = InstantField()
    account_ids = ma.fields.List(ma.fields.String())
    match_id = ma.fields.String(allow_none=True)
    season_id = ma.fields.String(allow_none=True)
    details = ma.fields.Dict(keys=ma.fields.String())
    state = ma.fields.String(validate=OneOf([*SignalState]))
    seen_at = InstantField(allow_none=True)
    seen_by = ma.fields.String(allow_none=True)


class SignalsOut(ma.Schema):
    items = ma.fields.List(ma.fields.Nested(SignalOut))
    next = ma.fields.String(allow_none=True)


class DisputeIn(ma.Schema):
    reason = _reason()


class DisputeOut(ma.Schema):
    """`state` is the incident's; `resolution` is told once it is decided or dismissed."""

    match_id = ma.fields.String()
    account_id = ma.fields.String()
    at = InstantField()
    reason = ma.fields.String(allow_none=True)
    state = ma.fields.String(validate=OneOf([*State]))
    resolution = ma.fields.String(allow_none=True)


class DisputesOut(ma.Schema):
    items = ma.fields.List(ma.fields.Nested(DisputeOut))
    next = ma.fields.String(allow_none=True)
