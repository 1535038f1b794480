"""Reading all live events of the platform as they come, each once.

Numbers are drawn before commits, so one may show after those behind it. A number that is missing is
waited for; after a while whoever drew it has given up.
"""

import time
from collections.abc import Callable

from sqlalchemy import func, select

from services.gateway.domain.live import LiveEvent
from services.gateway.tables.live import LiveEventRow
from shared.unit_of_work import UnitOfWork

MOST_AT_ONCE = 2_000
# Longer than any transaction may last.
SECONDS_WAITED = 15.0


class LiveTail:
    """Begins at the present end. A listener's own count of events tells what it has missed."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._low: int | None = None
        self._seen: set[int] = set()
        self._missing_since = 0.0

    def read(self, uow: UnitOfWork) -> list[tuple[LiveEvent, int]]:
        """Events that were not read before, each with its audience's number."""
        if self._low is None:
            self._low = uow.session.scalar(select(func.max(LiveEventRow.seq))) or 0
            return []
        asked = select(LiveEventRow).where(LiveEventRow.seq > self._low)
        rows = uow.session.scalars(asked.order_by(LiveEventRow.seq).limit(MOST_AT_ONCE)).all()
        news = [row for row in rows if row.seq not in self._seen]
        self._seen.update(row.seq for row in news)
        self._advance()
        return [(LiveEvent(r.type, r.data, r.audience or None), r.number) for r in news]

    def _advance(self) -> None:
        assert self._low is not None
        before = self._low
        while self._low + 1 in self._seen:
            self._low += 1
            self._seen.discard(self._low)
        if not self._seen or self._low > before:
            self._missing_since = self._clock()
        elif self._clock() >= self._missing_since + SECONDS_WAITED:
            self._low = min(self._seen) - 1
            self._advance()
