"""Accounts: how they come into being, and what goes by e-mail."""

from typing import Any

from flask import Response

from services.gateway import usecases
from services.gateway.api import here
from services.gateway.domain.emails import email_key
from services.gateway.guard.limits import MAILS_FOR_ONE_EMAIL
from services.gateway.schemas.accounts import (
    AccountIn,
    AccountOut,
    EmailIn,
    MailTokenIn,
    NewPasswordIn,
)
from services.gateway.schemas.logins import GuestIn, TokensOut
from services.gateway.usecases.mail import PASSWORD_RESET, VERIFICATION
from shared.web.blueprint import Blueprint
from shared.web.edge import runtime, secret_answer, uow

blp = Blueprint("accounts", __name__, url_prefix="/api/v1", description="Accounts and guests")


@blp.post("/accounts")
@blp.arguments(AccountIn)
@blp.response(201, AccountOut)
def register(body: dict[str, Any]) -> Any:
    """Open an account."""
    del body["accept_rules"]
    return usecases.accounts.register(uow(), **body, language=here.language())


@blp.post("/guests")
@secret_answer
@blp.arguments(GuestIn)
@blp.response(201, TokensOut)
def register_guest(body: dict[str, Any]) -> Any:
    """Play at private tables without an account."""
    guest = usecases.accounts.register_guest(uow(), body["display_name"])
    tokens = usecases.sessions.begin(uow(), runtime().settings.secret, guest, here.client())
    return tokens, 201, here.session_cookie(tokens["access_token"])


@blp.post("/accounts/verification")
@blp.arguments(EmailIn)
@blp.response(202)
def ask_for_verification(body: dict[str, Any]) -> Response:
    """Ask for a message that proves an address; answered alike whether it is known or not."""
    return _ask(VERIFICATION, body["email"])


@blp.post("/accounts/verification/confirm")
@blp.arguments(MailTokenIn)
@blp.response(204)
def confirm_address(body: dict[str, Any]) -> None:
    """Show the code from that message."""
    usecases.mail.confirm_address(uow(), body["token"])


@blp.post("/accounts/password-reset")
@blp.arguments(EmailIn)
@blp.response(202)
def ask_for_password_reset(body: dict[str, Any]) -> Response:
    """Ask for a message with which to choose a new password; answered alike for any address."""
    return _ask(PASSWORD_RESET, body["email"])


@blp.post("/accounts/password-reset/confirm")
@secret_answer
@blp.arguments(NewPasswordIn)
@blp.response(204)
def reset_password(body: dict[str, Any]) -> None:
    """Choose a new password with the code from that message; ends all logins."""
    usecases.mail.reset_password(uow(), body)


def _ask(purpose: str, email: str) -> Response:
    key = email_key(email)
    here.limits().spend_common("mail to one", MAILS_FOR_ONE_EMAIL, key)
    usecases.mail.ask(uow(), purpose, key, here.language())
    return Response(status=202)
