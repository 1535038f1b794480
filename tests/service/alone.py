"""A service alone: on a database of its own, its clock in hand, the others played by the tests."""

import json
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

from sqlalchemy import select
from werkzeug.test import TestResponse

from shared.clock import Clock
from shared.db import open_engine
from shared.events.catalogue import CATALOGUE, Event
from shared.messaging.local import LocalBus
from shared.migrate import migrate
from shared.runtime import Runtime
from shared.service import Service, Timer
from shared.settings import Settings
from shared.tables import outbox
from shared.web.tokens import Caller, sign

SECRET = "s" * 48
MOST_BATCHES = 10_000
E = TypeVar("E", bound=Event)


class Alone:
    """One runtime, spoken to as the gateway speaks to it; nothing runs in the background."""

    def __init__(
        self, service: Service, settings: Settings, clock: Clock, url: str | None = None
    ) -> None:
        """On SQLite in the settings' folder, or in the database at `url`; migrated."""
        if url is None:
            _lay_empty_database(service, settings.data)
        self.service = service
        self.runtime = Runtime(
            service,
            settings=settings,
            url=url or settings.sqlite_url(service.name),
            clock=clock,
            bus=LocalBus(),
        )
        if url is not None:
            migrate(service, self.runtime.engine)
        self.app = self.runtime.web()

    def close(self) -> None:
        self.runtime.engine.dispose()

    def request(
        self,
        caller: Caller,
        method: str,
        path: str,
        body: Any = None,
        headers: Mapping[str, str] | None = None,
    ) -> TestResponse:
        """A request with the gateway's word for its caller."""
        word = sign(caller, SECRET, self.service.name)
        sent = {"Authorization": f"Bearer {word}", **(headers or {})}
        given = {} if body is None else {"json": body}
        return self.app.test_client().open(path, method=method, headers=sent, **given)

    def tell(self, *events: Event) -> None:
        """Let the service hear of events, each in a transaction of its own."""
        for event in events:
            with self.runtime.writing() as uow:
                self.runtime.handlers[type(event)](uow, event)

    def emitted(self, kind: type[E] = Event) -> list[E]:
        """All events of a kind so far, in order."""
        with self.runtime.reading() as uow:
            rows = uow.connection.execute(select(outbox).order_by(outbox.c.seq)).all()
        events = [CATALOGUE[row.type].schema.load(json.loads(row.payload)) for row in rows]
        return [event for event in events if isinstance(event, kind)]

    def work(self) -> int:
        """Run timers until none is due; how many batches that took."""
        for batches in range(MOST_BATCHES):
            if not self.work_once():
                return batches
        raise AssertionError("there is always something due")

    def work_once(self) -> bool:
        """Run one batch of the most overdue timer; False if none is due."""
        overdue = self.due(self.runtime.clock.now())
        if not overdue:
            return False
        with self.runtime.writing() as uow:
            overdue[0][1].run(uow)
        return True

    def due(self, by: datetime) -> list[tuple[datetime, Timer]]:
        """What falls due by then, the most overdue first."""
        with self.runtime.reading() as uow:
            planned = [(timer.next_due(uow), timer) for timer in self.service.timers]
        due = [(at, timer) for at, timer in planned if at is not None and at <= by]
        return sorted(due, key=lambda pair: pair[0])


_EMPTY: dict[str, bytes] = {}


def _lay_empty_database(service: Service, folder: Path) -> None:
    """A migrated database of nothing, unless there is one. Copied: migrating takes longer."""
    file = folder / f"{service.name}.sqlite"
    if service.name not in _EMPTY:
        _EMPTY[service.name] = _empty_database(service)
    if not file.exists():
        file.write_bytes(_EMPTY[service.name])


def _empty_database(service: Service) -> bytes:
    with TemporaryDirectory() as folder:
        file = Path(folder, f"{service.name}.sqlite")
        engine = open_engine(f"sqlite:///{file}")
        migrate(service, engine)
        engine.dispose()
        return file.read_bytes()
