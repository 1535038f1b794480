"""One's own account."""

from typing import Any

from flask import request
from flask_smorest import Blueprint

from services.gateway import usecases
from services.gateway.api import here
from services.gateway.elsewhere import read_list
from services.gateway.ports import ports_of
from services.gateway.schemas import ExportOut, MeIn, MeOut
from services.gateway.store import accounts
from shared.web.edge import caller, needs, runtime, uow

blp = Blueprint("me", __name__, url_prefix="/api/v1/me", description="One's own account")
PEOPLE = ("guest", "player", "operator")


@blp.get("")
@needs(*PEOPLE)
@blp.response(200, MeOut)
def show() -> Any:
    """Own data."""
    return accounts.load(uow(), caller().account)


@blp.patch("")
@needs(*PEOPLE)
@blp.arguments(MeIn)
@blp.response(200, MeOut)
def change(body: dict[str, Any]) -> Any:
    """Change name, address or password; the last two need `current_password`."""
    return usecases.me.change(uow(), caller(), here.login_id(), body)


@blp.delete("")
@needs(*PEOPLE)
@blp.response(204)
def delete() -> Any:
    """Delete the account for good; its history stays under "deleted player"."""
    usecases.me.delete(uow(), caller())
    return None, 204, here.session_cookie("")


@blp.get("/export")
@needs(*PEOPLE)
@blp.response(200, ExportOut)
def export() -> Any:
    """Everything that is held on the account: own data, logins, keys, acts, matches, Aura."""
    services, asked = ports_of(runtime()).services, dict(request.environ)
    return usecases.export.own_data(uow(), caller(), lambda path: read_list(services, asked, path))
