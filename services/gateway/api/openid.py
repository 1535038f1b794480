"""Logging in by the OpenID provider of the settings; 404 where none is set."""

from typing import Any

import marshmallow as ma
from marshmallow.validate import Equal, Length

from services.gateway.api import here
from services.gateway.callers.openid_provider import provider_of
from services.gateway.schemas.logins import TokensOut
from services.gateway.usecases import openid
from shared.web.blueprint import Blueprint
from shared.web.edge import runtime, secret_answer, uow
from shared.web.fields import Flag

blp = Blueprint("openid", __name__, url_prefix="/api/v1/sessions/openid", description="Logging in")


class BegunOut(ma.Schema):
    """`binding` stays with the client until the return; `state` comes back by the provider."""

    authorization_url = ma.fields.String()
    state = ma.fields.String()
    binding = ma.fields.String()


class ReturnIn(ma.Schema):
    code = ma.fields.String(required=True, validate=Length(1, 2000))
    state = ma.fields.String(required=True, validate=Length(1, 200))
    binding = ma.fields.String(required=True, validate=Length(1, 200))
    accept_rules = Flag(required=True, validate=Equal(True))


@blp.post("")
@secret_answer
@blp.response(201, BegunOut)
def begin() -> Any:
    """Begin: send the person to `authorization_url`, which brings them back to `/login/openid`."""
    return openid.begin(uow(), provider_of(runtime()))


@blp.post("/confirm")
@secret_answer
@blp.arguments(ReturnIn)
@blp.response(201, TokensOut)
def confirm(body: dict[str, Any]) -> Any:
    """Return with what the provider gave: tokens, of a new account if there was none."""
    del body["accept_rules"]
    person = openid.prove(runtime(), provider_of(runtime()), **body)
    secret = runtime().settings.secret
    tokens = openid.log_in(uow(), secret, here.client(), person, here.language())
    here.note_sighting(tokens["account"])
    return tokens, 201, here.session_cookie(tokens["access_token"])
