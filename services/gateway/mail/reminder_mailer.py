"""Sends reminders, each once; first asks, as the player, whether there is anything left to do."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import structlog

from services.gateway.callers.identity import caller_of
from services.gateway.domain.account import Account
from services.gateway.domain.reminding import LADDER_ENDING, LADDER_LEAD, is_needed
from services.gateway.mail.composing import reminder_message
from services.gateway.mail.postbox import postbox
from services.gateway.ports import ports_of
from services.gateway.store import accounts, mail_wishes, reminders
from services.gateway.tables.reminders import ReminderRow
from services.gateway.to_services.asker import Asker
from services.gateway.usecases.reminding import remind_of_ladder
from shared.clock import real_now
from shared.errors import NotFound, ServiceUnavailable
from shared.loops import Loop
from shared.runtime import Runtime
from shared.web.tokens import ANYBODY, Caller

log = structlog.get_logger()

POLL_SECONDS = 5.0
LADDER_LOOK_SECONDS = 600.0
BATCH = 20
MOST_ATTEMPTS = 8
FIRST_PAUSE = timedelta(seconds=30)


class ReminderMailer(Loop):
    """Takes reminders one by one; of several mailers one gets each."""

    def __init__(self, runtime: Runtime, look: Callable[[], float] | None = None) -> None:
        super().__init__(f"{runtime.name}-reminders")
        self._runtime = runtime
        self._send = postbox(runtime.settings)
        self._clock = look or (lambda: real_now().timestamp())
        self._look_at = 0.0
        self._told: set[str] = set()

    def turn(self) -> None:
        if self._clock() >= self._look_at:
            self._look_at = self._clock() + LADDER_LOOK_SECONDS
            self.look_at_the_ladder()
        if not self.send_some():
            self.rest(POLL_SECONDS)

    def send_some(self) -> int:
        """Deal with one batch of what waits; how many it held."""
        with self._runtime.reading() as uow:
            batch = list(reminders.waiting(uow, real_now(), BATCH))
        for row in batch:
            self._deal_with(row)
        return len(batch)

    def look_at_the_ladder(self) -> None:
        """Remind everybody in the ranking once the ladder season is about to end."""
        anybody = self._asker(ANYBODY)
        try:
            season = anybody.ask("/api/v1/ladder/seasons/current")
            if season is None or season["id"] in self._told or not self._ends_soon(season):
                return
            ranked = anybody.read_list(f"/api/v1/ladder/seasons/{season['id']}/ranking")
        except ServiceUnavailable as error:
            log.info("ladder_not_asked", error=repr(error))
            return
        ids, ends_at = [row["account_id"] for row in ranked], _instant(season["ends_at"])
        for start in range(0, len(ids), BATCH * 10):
            with self._runtime.writing() as uow:
                remind_of_ladder(uow, ids[start : start + BATCH * 10], season["id"], ends_at)
        self._told.add(season["id"])

    def _ends_soon(self, season: dict[str, Any]) -> bool:
        with self._runtime.reading() as uow:
            left = _instant(season["ends_at"]) - uow.now()
        return season["state"] == "active" and timedelta() < left <= LADDER_LEAD

    def _deal_with(self, row: ReminderRow) -> None:
        account = self._claim(row)
        if account is None:
            return
        try:
            if self._still_needed(row, account):
                with self._runtime.reading() as uow:
                    wishes = mail_wishes.find(uow, account.id)
                message = reminder_message(self._runtime.settings, row, account, wishes.language)
                self._send(f"reminder-{row.kind}-{row.about}-{account.id}", message)
        except (OSError, ServiceUnavailable) as error:
            log.warning("reminder_not_sent", kind=row.kind, error=repr(error))
            return
        with self._runtime.writing() as uow:
            reminders.settle(uow, row)

    def _claim(self, row: ReminderRow) -> Account | None:
        """Whom to write to, if anybody and if no other mailer does."""
        now, last = real_now(), row.attempts + 1 >= MOST_ATTEMPTS
        pause = FIRST_PAUSE * 2**row.attempts
        with self._runtime.writing() as uow:
            if not reminders.claim(uow, row, now, None if last else now + pause):
                return None
            wanted = reminders.who_wants(uow, [row.account_id]) and uow.now() < row.until
            if not wanted:
                reminders.settle(uow, row)
                return None
            try:
                return accounts.load(uow, row.account_id)
            except NotFound:
                return None

    def _still_needed(self, row: ReminderRow, account: Account) -> bool:
        if row.kind == LADDER_ENDING:
            return True
        seen = self._asker(caller_of(account)).ask(f"/api/v1/matches/{row.about}")
        if seen is None or "you" not in seen or seen["state"] == "closed":
            return False
        return is_needed(row.kind, seen["you"])

    def _asker(self, caller: Caller) -> Asker:
        settings = self._runtime.settings
        return Asker(ports_of(self._runtime).services, caller, settings.secret)


def _instant(text: str) -> datetime:
    return datetime.fromisoformat(text)
