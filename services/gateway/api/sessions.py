"""Sessions: tokens for a password, and their end."""

from typing import Any

from services.gateway import usecases
from services.gateway.api import here
from services.gateway.domain.emails import email_key
from services.gateway.guard.limits import ONE_EMAIL_FROM_ANYWHERE, ONE_EMAIL_FROM_ONE_ADDRESS
from services.gateway.schemas.logins import CredentialsIn, RefreshIn, TokensOut
from shared.errors import NotFound
from shared.web.blueprint import Blueprint
from shared.web.edge import needs, runtime, secret_answer, uow

blp = Blueprint("sessions", __name__, url_prefix="/api/v1/sessions", description="Logging in")


@blp.post("")
@secret_answer
@blp.arguments(CredentialsIn)
@blp.response(201, TokensOut)
def log_in(body: dict[str, Any]) -> Any:
    """Log in."""
    key = email_key(body["email"])
    from_here = f"{key} {here.address()}"
    here.limits().spend_common("login from one", ONE_EMAIL_FROM_ONE_ADDRESS, from_here)
    here.limits().spend_common("login", ONE_EMAIL_FROM_ANYWHERE, key)
    secret = runtime().settings.secret
    tokens = usecases.sessions.log_in(uow(), secret, here.client(), **body)
    here.note_sighting(tokens["account"])
    return tokens, 201, here.session_cookie(tokens["access_token"])


@blp.post("/refresh")
@secret_answer
@blp.arguments(RefreshIn)
@blp.response(201, TokensOut)
def refresh(body: dict[str, Any]) -> Any:
    """Carry a login on; a refresh token works once, a second use ends the login."""
    tokens = usecases.sessions.refresh(uow(), runtime().settings.secret, body["refresh_token"])
    return tokens, 201, here.session_cookie(tokens.get("access_token", ""))


@blp.delete("/current")
@needs()
@blp.response(204)
def log_out() -> Any:
    """Log out: all tokens of this login end."""
    login_id = here.login_id()
    if login_id is None:
        raise NotFound("Whoever comes by a key has no login to end")
    usecases.sessions.log_out(uow(), login_id)
    return None, 204, here.session_cookie("")
