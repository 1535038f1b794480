"""Waiting to be paired."""

import marshmallow as ma

from shared.web.fields import InstantField


class QueueOut(ma.Schema):
    state = ma.fields.String(validate=ma.validate.OneOf(("none", "waiting", "matched")))
    since = InstantField(allow_none=True)
    match_id = ma.fields.String(allow_none=True)
