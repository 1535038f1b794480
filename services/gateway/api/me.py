"""One's own account."""

from typing import Any

from flask import request

from services.gateway import usecases, views
from services.gateway.api import here
from services.gateway.ports import ports_of
from services.gateway.schemas.accounts import MailWishesIn, MailWishesOut, MeIn, MeOut
from services.gateway.schemas.export import ExportOut
from services.gateway.schemas.logins import LoginsOut
from services.gateway.store import accounts, mail_wishes
from services.gateway.to_services.asker import Asker
from shared.web.blueprint import Blueprint
from shared.web.edge import caller, needs, runtime, uow
from shared.web.paging import asked_page, cut_by_offset

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


@blp.get("/sessions")
@needs(*PEOPLE)
@blp.response(200, LoginsOut)
def list_logins() -> Any:
    """Own logins that last, the newest first."""
    lasting = views.accounts.logins_of(uow(), caller().account, here.login_id())
    return cut_by_offset(lasting, asked_page())


@blp.delete("/sessions/<login_id>")
@needs(*PEOPLE)
@blp.response(204)
def end_login(login_id: str) -> None:
    """End one of one's own logins: its tokens are good for nothing within seconds."""
    usecases.sessions.end(uow(), caller().account, login_id)


@blp.get("/mail")
@needs(*PEOPLE)
@blp.response(200, MailWishesOut)
def tell_wishes() -> Any:
    """In which language one is written to, and whether one is reminded."""
    return mail_wishes.find(uow(), caller().account)


@blp.patch("/mail")
@needs(*PEOPLE)
@blp.arguments(MailWishesIn)
@blp.response(200, MailWishesOut)
def change_wishes(body: dict[str, Any]) -> Any:
    """Choose the language of mails, and whether to be reminded."""
    return usecases.me.wish(uow(), caller(), body)


@blp.get("/export")
@needs(*PEOPLE)
@blp.response(200, ExportOut)
def export() -> Any:
    """Everything that is held on the account, here and in the services."""
    asked_for = request.headers.get("X-Request-Id")
    services, secret = ports_of(runtime()).services, runtime().settings.secret
    asker = Asker(services, caller(), secret, asked_for)
    return usecases.export.own_data(uow(), caller(), asker.read_list)
