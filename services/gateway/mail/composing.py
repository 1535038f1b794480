"""E-mails, put together."""

import hashlib
from email.message import EmailMessage
from email.utils import formatdate
from urllib.parse import urlencode

from services.gateway.domain.account import Account
from services.gateway.mail.no_more_mail import OFF_PATH, sign_off
from services.gateway.mail.texts import Text, reminder_text, text_for
from services.gateway.tables.reminders import ReminderRow
from shared.settings import Settings


def proof_message(
    settings: Settings, purpose: str, language: str, address: str, token: str
) -> EmailMessage:
    """A message somebody asked for, with the code that it brings."""
    text = text_for(purpose, language)
    return _message(settings, text, address, token=token, address=_place(settings))


def reminder_message(
    settings: Settings, row: ReminderRow, account: Account, language: str
) -> EmailMessage:
    """A reminder; one click, of a mail program or of a person, ends all of them."""
    place = _place(settings)
    off = f"{place}{OFF_PATH}?{urlencode({'token': sign_off(account.id, settings.secret)})}"
    until = f"{row.until:%Y-%m-%d %H:%M} UTC"
    text = reminder_text(row.kind, language)
    what = {"address": place, "about": row.about, "until": until, "off": off}
    message = _message(settings, text, account.email or "", **what)
    message["List-Unsubscribe"] = f"<{off}>"
    message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    named = hashlib.sha256(f"{row.kind} {row.about} {account.id}".encode()).hexdigest()[:32]
    # The same however often a mail server is given it.
    message["Message-ID"] = f"<{named}@{settings.mail_from.rpartition('@')[2]}>"
    return message


def _message(settings: Settings, text: Text, to: str, **told: str) -> EmailMessage:
    message = EmailMessage()
    message["Subject"] = text.subject
    message["From"] = settings.mail_from
    message["To"] = to
    message["Date"] = formatdate()
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(text.body.format(**told))
    return message


def _place(settings: Settings) -> str:
    return (settings.public_url or f"http://{settings.host}:{settings.port}").rstrip("/")
