"""Lets go of what is past its keeping: live events, ended logins, mail tokens, allowances."""

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, delete, inspect, select

from services.gateway.guard.common_limits import MICROSECONDS
from services.gateway.store.allowances import forget_rested
from services.gateway.tables.base import Base
from services.gateway.tables.fair_play import SightingRow
from services.gateway.tables.live import LiveEventRow
from services.gateway.tables.logins import LoginRow, OpenIdAttemptRow, WebSessionRow
from services.gateway.tables.mail import MailTokenRow
from shared.clock import real_now
from shared.loops import Loop
from shared.runtime import Runtime

KEEP_LIVE_EVENTS = timedelta(days=1)
KEEP_LOGINS = timedelta(days=7)
KEEP_SIGHTINGS = timedelta(days=60)
EVERY_SECONDS = 3600.0
BATCH = 500


class Pruning(Loop):
    """Prunes in small batches, once an hour, by real time."""

    def __init__(self, runtime: Runtime) -> None:
        super().__init__(f"{runtime.name}-pruning")
        self._runtime = runtime

    def turn(self) -> None:
        while self.prune(real_now()) and not self.stopping:
            pass
        self.rest(EVERY_SECONDS)

    def prune(self, now: datetime) -> int:
        """Remove one batch of each kind; how many rows went."""
        old_event = LiveEventRow.stored_at < now - KEEP_LIVE_EVENTS
        old_login = LoginRow.expires_at < now - KEEP_LOGINS
        old_attempt = OpenIdAttemptRow.expires_at < now
        old_sighting = SightingRow.seen_at < now - KEEP_SIGHTINGS
        with self._runtime.plain_writing() as connection:
            rested = forget_rested(connection, int(now.timestamp() * MICROSECONDS), BATCH)
        return (
            rested
            + self._remove(LiveEventRow, LiveEventRow.seq, old_event)
            + self._remove(LoginRow, LoginRow.id, old_login)
            + self._remove_sightings(old_sighting)
            + self._remove(OpenIdAttemptRow, OpenIdAttemptRow.state, old_attempt)
            + self._remove(MailTokenRow, MailTokenRow.digest, MailTokenRow.expires_at < now)
            + self._remove(WebSessionRow, WebSessionRow.id, WebSessionRow.expires_at < now)
        )

    def _remove_sightings(self, old: ColumnElement[bool]) -> int:
        key = tuple(inspect(SightingRow).primary_key)
        with self._runtime.plain_writing() as connection:
            batch = connection.execute(select(*key).where(old).limit(BATCH)).all()
            for row in batch:
                same = [column == value for column, value in zip(key, row, strict=True)]
                connection.execute(delete(SightingRow).where(*same))
        return len(batch)

    def _remove(self, table: type[Base], key: Any, old: ColumnElement[bool]) -> int:
        batch = select(key).where(old).limit(BATCH)
        with self._runtime.plain_writing() as connection:
            return connection.execute(delete(table).where(key.in_(batch))).rowcount
