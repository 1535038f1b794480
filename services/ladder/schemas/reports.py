"""What game servers are answered."""

import marshmallow as ma


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
