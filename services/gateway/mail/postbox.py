"""Where e-mails leave: a mail server, or a folder that only this machine's keeper can read.

No operator reads them through the interface: whoever holds the code of a new password could enter
that account, and see what no operator may see.
"""

import os
import smtplib
import ssl
from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path
from urllib.parse import unquote, urlsplit

from shared.settings import Settings

TIMEOUT_SECONDS = 20.0

Send = Callable[[str, EmailMessage], None]
"""Sends a message; the first argument names it, so that sending it again makes no second one."""


def postbox(settings: Settings) -> Send:
    """Raises nothing now; a `Send` raises OSError (smtplib's errors are) where it fails."""
    url = settings.smtp_url
    if url:
        return lambda _name, message: _send_by_smtp(url, message)
    return lambda name, message: _lay_into(settings.data / "mail", name, message)


def _send_by_smtp(url: str, message: EmailMessage) -> None:
    parts = urlsplit(url)
    with _connected(parts.scheme == "smtps", parts.hostname or "localhost", parts.port) as server:
        if parts.username:
            server.login(unquote(parts.username), unquote(parts.password or ""))
        server.send_message(message)


def _connected(secure: bool, host: str, port: int | None) -> smtplib.SMTP:
    """A connection, encrypted wherever the server can."""
    context = ssl.create_default_context()
    if secure:
        return smtplib.SMTP_SSL(host, port or 0, timeout=TIMEOUT_SECONDS, context=context)
    server = smtplib.SMTP(host, port or 0, timeout=TIMEOUT_SECONDS)
    server.ehlo_or_helo_if_needed()
    if server.has_extn("starttls"):
        server.starttls(context=context)
    return server


def _lay_into(folder: Path, name: str, message: EmailMessage) -> None:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    opened = os.open(folder / f"{name}.eml", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(opened, "wb") as out:
        out.write(message.as_bytes())
