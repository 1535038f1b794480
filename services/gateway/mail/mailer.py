"""Sends what was asked for by e-mail; a mail server is never waited for inside a transaction."""

from datetime import timedelta

import structlog

from services.gateway.mail.composing import proof_message
from services.gateway.mail.postbox import postbox
from services.gateway.store import mail
from services.gateway.tables.mail import MailRow
from services.gateway.usecases.mail import issue_token
from shared.clock import real_now
from shared.loops import Loop
from shared.runtime import Runtime

log = structlog.get_logger()

POLL_SECONDS = 1.0
BATCH = 20
MOST_ATTEMPTS = 8
FIRST_PAUSE = timedelta(seconds=30)


class Mailer(Loop):
    """Takes messages one by one; one that cannot be sent is tried again, ever more rarely."""

    def __init__(self, runtime: Runtime) -> None:
        super().__init__(f"{runtime.name}-mailer")
        self._runtime = runtime
        self._send = postbox(runtime.settings)

    def turn(self) -> None:
        if not self.send_some():
            self.rest(POLL_SECONDS)

    def send_some(self) -> int:
        """Send one batch of what is due; how many messages it held."""
        with self._runtime.reading() as uow:
            batch = list(mail.due(uow, real_now(), BATCH))
        for row in batch:
            self._deal_with(row)
        return len(batch)

    def _deal_with(self, row: MailRow) -> None:
        issued = self._claim(row)
        if issued is None:
            return
        try:
            settings = self._runtime.settings
            self._send(row.id, proof_message(settings, row.purpose, row.language, *issued))
        except OSError as error:
            log.warning("mail_not_sent", purpose=row.purpose, error=repr(error))
            return
        with self._runtime.writing() as uow:
            mail.remove(uow, row.id)

    def _claim(self, row: MailRow) -> tuple[str, str] | None:
        """Address and token, if there is anybody to write to and no other mailer does.

        The next attempt is put off first, so that a kill in between does no harm.
        """
        now = real_now()
        with self._runtime.writing() as uow:
            if not mail.claim(uow, row.id, now, now + FIRST_PAUSE * 2**row.attempts):
                return None
            issued = None if row.attempts >= MOST_ATTEMPTS else issue_token(uow, row, now)
            if issued is None:
                mail.remove(uow, row.id)
        return issued
