"""People, as answers name them."""

import marshmallow as ma


class PersonSchema(ma.Schema):
    account_id = ma.fields.String()
    display_name = ma.fields.String()


class OpponentSchema(ma.Schema):
    """A guest or the computer has a name and no account."""

    account_id = ma.fields.String(allow_none=True)
    display_name = ma.fields.String()
