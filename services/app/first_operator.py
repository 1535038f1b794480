"""Who may do everything from the first start on."""

import secrets
from collections.abc import Callable

from services.app.platform import Platform
from services.gateway.store import accounts
from services.gateway.usecases.operators import ensure_operator

DEFAULT_EMAIL = "operator@justa.localhost"

Tell = Callable[[str, str], None]
"""Takes an e-mail address and a password that nothing can show again."""


def ensure_first_operator(platform: Platform, tell: Tell) -> None:
    """Make sure that there is an operator: the one of the settings, else one with a drawn password.

    A password drawn here is told before the account is made: killed in between, nobody is left
    with an account that cannot be entered.
    """
    settings, gateway = platform.settings, platform.runtimes["gateway"]
    email, password = settings.operator_email or DEFAULT_EMAIL, settings.operator_password
    with gateway.reading() as uow:
        is_new = accounts.by_email(uow, email) is None
        is_needed = bool(settings.operator_email) or not accounts.has_operator(uow)
    if is_new and is_needed:
        if not password:
            password = secrets.token_urlsafe(12)
            tell(email, password)
        ensure_operator(gateway, email=email, password=password)
