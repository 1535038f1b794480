"""Housekeeping: what is past its keeping goes, in small batches, by real time."""

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from sqlalchemy import ColumnElement, Table, delete, select

from shared.clock import real_now
from shared.loops import Loop
from shared.tables import answers, inbox, outbox

if TYPE_CHECKING:
    from shared.runtime import Runtime

KEEP_EVENTS = timedelta(days=14)
KEEP_ANSWERS = timedelta(hours=24)
EVERY_SECONDS = 3600.0
BATCH = 500


class Housekeeping(Loop):
    """Prunes published events, handled ids and stored answers, once an hour."""

    def __init__(self, runtime: "Runtime") -> None:
        super().__init__(f"{runtime.name}-housekeeping")
        self._runtime = runtime

    def turn(self) -> None:
        while self.prune(real_now()) and not self.stopping:
            pass
        self.rest(EVERY_SECONDS)

    def prune(self, now: datetime) -> int:
        """Remove one batch of each kind; how many rows went."""
        old_events, old_answers = now - KEEP_EVENTS, now - KEEP_ANSWERS
        return (
            self._remove(outbox, outbox.c.published_at < old_events)
            + self._remove(inbox, inbox.c.handled_at < old_events)
            + self._remove(answers, answers.c.asked_at < old_answers)
        )

    def _remove(self, table: Table, old: ColumnElement[bool]) -> int:
        key = tuple(table.primary_key.columns)
        with self._runtime.reading() as uow:
            rows = [
                tuple(row) for row in uow.connection.execute(select(*key).where(old).limit(BATCH))
            ]
        if not rows:
            return 0
        with self._runtime.plain_writing() as connection:
            for row in rows:
                same = [column == value for column, value in zip(key, row, strict=True)]
                connection.execute(delete(table).where(*same, old))
        return len(rows)
