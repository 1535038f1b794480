"""Switching reminders off from the mail itself, with one click and without a login."""

from flask import Response, request

from services.gateway import usecases
from services.gateway.api import here
from services.gateway.mail.no_more_mail import read_off
from services.gateway.mail.texts import off_page
from shared.web.blueprint import Blueprint
from shared.web.edge import runtime, takes_form, uow

blp = Blueprint("mail", __name__, url_prefix="/api/v1/mail", description="Reminders by e-mail")
_TOKEN = [{"in": "query", "name": "token", "required": True, "schema": {"type": "string"}}]
_PAGE = {"200": {"description": "a page", "content": {"text/html": {}}}}


@blp.get("/off")
@blp.doc(parameters=_TOKEN, responses=_PAGE)
def ask_off() -> Response:
    """A page with one button: programs that only look at links switch nothing off."""
    read_off(request.args.get("token", ""), runtime().settings)
    return Response(off_page(here.language(), done=False), mimetype="text/html")


@blp.post("/off")
@takes_form
@blp.doc(parameters=_TOKEN, responses=_PAGE)
def switch_off() -> Response:
    """No more reminders to whom the mail was written (RFC 8058)."""
    account_id = read_off(request.args.get("token", ""), runtime().settings)
    usecases.me.remind_no_more(uow(), account_id)
    return Response(off_page(here.language(), done=True), mimetype="text/html")
