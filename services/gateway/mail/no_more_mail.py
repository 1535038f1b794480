"""The signed word by which a mail itself switches reminders off, without a login."""

from datetime import timedelta

from services.gateway.domain.errors import MailTokenRefused
from services.gateway.routes import BASE
from shared.clock import real_now
from shared.settings import Settings
from shared.web.signing import BadToken, signed, verified

OFF_PATH = f"{BASE}/mail/off"
_AUDIENCE = "justa-mail-off"
# Mails are kept; whoever finds an old one may still have had enough.
_LIFETIME = timedelta(days=400)


def sign_off(account_id: str, secret: str) -> str:
    claims = {"sub": account_id}
    return signed(claims, secret, audience=_AUDIENCE, expires_at=real_now() + _LIFETIME)


def read_off(token: str, settings: Settings) -> str:
    """The account that wants no more; raises `MailTokenRefused`."""
    try:
        claims = verified(token, settings.secrets, audience=_AUDIENCE, needed=("sub",))
    except BadToken as error:
        raise MailTokenRefused(errors={"token": [MailTokenRefused.title]}) from error
    return str(claims["sub"])
