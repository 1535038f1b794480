"""When everything has come to rest in a deployment: nothing due, stored, on its way or unheard."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import func, select

from services.app.composition import BY_NAME
from shared.clock import SystemClock
from shared.messaging.snapshots import telling_of
from shared.runtime import Runtime
from shared.settings import Settings
from shared.tables import dead_letters, inbox, outbox, sent
from tests.waiting import until

REST_SECONDS = 120.0
# It falls due every ten seconds, for ever.
HEARTBEATS = ("presence", "note_presence")


class Rest:
    """Looks into the databases of a deployment, from outside its processes."""

    def __init__(self, databases: Mapping[str, str], folder: Path) -> None:
        settings = Settings(data=folder, secret="s" * 48, pool_size=1)
        self._runtimes = [
            Runtime(
                BY_NAME[name], settings=settings, url=databases[name], clock=SystemClock(), bus=None
            )
            for name in BY_NAME
        ]

    def wait(self) -> None:
        """Wait for two looks at rest that see the same; fails at the first dead letter."""
        seen: list[Any] = [None]

        def settled() -> bool:
            before, now = seen[0], self._look()
            seen[0] = now
            return now is not None and now == before

        until(settled, REST_SECONDS, "rest", every=0.05)

    def next_deadline(self) -> datetime | None:
        dues = [due for runtime in self._runtimes for due, _ in _dues(runtime)]
        return min(dues, default=None)

    def close(self) -> None:
        for runtime in self._runtimes:
            runtime.engine.dispose()

    def _look(self) -> Any:
        """What has happened so far, None if anything is to come of it."""
        told: dict[tuple[str, str], int] = {}
        heard: dict[tuple[str, str], int] = {}
        last = []
        for runtime in self._runtimes:
            if any(due <= now for due, now in _dues(runtime)):
                return None
            with runtime.reading() as uow:
                ask = uow.connection.execute
                assert ask(select(dead_letters.c.reason)).scalars().all() == []
                if ask(select(outbox.c.id).where(outbox.c.published_at.is_(None)).limit(1)).all():
                    return None
                last.append(ask(select(func.max(outbox.c.seq))).scalar())
                for to, number in ask(
                    select(sent.c.consumer, func.count()).group_by(sent.c.consumer)
                ):
                    told[runtime.name, to] = number
                of = select(inbox.c.source, func.count(inbox.c.position.distinct()))
                for source, number in ask(of.group_by(inbox.c.source)):
                    heard[source, runtime.name] = number
        arrived = all(heard.get(way, 0) >= number for way, number in told.items())
        return (last, sorted(heard.items())) if arrived else None


def _dues(runtime: Runtime) -> Iterator[tuple[datetime, datetime]]:
    """When each of a service's timers is due, and what time it is."""
    timers = (*runtime.service.timers, *telling_of(runtime.service))
    with runtime.reading() as uow:
        dues = [timer.next_due(uow) for timer in timers if timer.name not in HEARTBEATS]
        now = uow.now()
    yield from ((due, now) for due in dues if due is not None)
