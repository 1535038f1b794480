"""Housekeeping: what is past its keeping goes, in small batches, by real time.

The numbers of events go with the events, all but each listener's last one, from which the relay
counts on. What came is forgotten only up to where nothing is missing, or it would seem lost.
"""

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from sqlalchemy import ColumnElement, Table, delete, func, or_, select

from shared.clock import real_now
from shared.loops import Loop
from shared.tables import answers, heads, inbox, outbox, sent

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
            + self._remove(sent, _without_event(), _followed())
            + self._remove(inbox, inbox.c.handled_at < old_events, _without_gap())
            + self._remove(answers, answers.c.asked_at < old_answers)
        )

    def _remove(self, table: Table, *old: ColumnElement[bool]) -> int:
        key = tuple(table.primary_key.columns)
        with self._runtime.reading() as uow:
            rows = [
                tuple(row) for row in uow.connection.execute(select(*key).where(*old).limit(BATCH))
            ]
        if not rows:
            return 0
        with self._runtime.plain_writing() as connection:
            for row in rows:
                same = [column == value for column, value in zip(key, row, strict=True)]
                connection.execute(delete(table).where(*same, *old))
        return len(rows)


def _without_event() -> ColumnElement[bool]:
    """Numbers of events below all that the outbox still has."""
    oldest = select(func.min(outbox.c.seq)).scalar_subquery()
    return or_(sent.c.seq < oldest, ~select(outbox.c.seq).exists())


def _followed() -> ColumnElement[bool]:
    """Not the last number that its listener was given."""
    others = sent.alias()
    last = select(func.max(others.c.position)).where(others.c.consumer == sent.c.consumer)
    return sent.c.position < last.scalar_subquery()


def _without_gap() -> ColumnElement[bool]:
    """Events without a number, and those up to which everything from their source has come."""
    head = select(heads.c.position).where(heads.c.source == inbox.c.source)
    return or_(inbox.c.position.is_(None), inbox.c.position <= head.scalar_subquery())
