"""Competition time: the only source of "now" for rules and deadlines.

Tokens, rate limits and idempotency go by real time (`real_now`); everything a rule speaks
of goes by a `Clock`. In the full deployment that is the database's own clock, so that many
processes agree; in the embedded set-up it is this machine's, or a manual one.
"""

import json
import os
import threading
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

from sqlalchemy import Connection, func, select
from sqlalchemy.types import DateTime

from shared.prepared import Asked, Prepared, Rows, together


class Clock(Protocol):
    """Tells the instant (aware, UTC) at which a transaction on `connection` acts."""

    manual: bool

    def now(self, connection: Connection) -> datetime: ...

    def now_after(self, connection: Connection, *asked: Asked) -> tuple[list[Rows], datetime]:
        """The rows of some statements, and the instant after them."""
        ...


def real_now() -> datetime:
    """This machine's own time, UTC; never for a rule of the competition."""
    return datetime.now(UTC)


class SystemClock:
    """The database's clock where it has one of its own, this machine's beside SQLite."""

    manual = False

    def now(self, connection: Connection) -> datetime:
        return self.now_after(connection)[1]

    def now_after(self, connection: Connection, *asked: Asked) -> tuple[list[Rows], datetime]:
        if connection.dialect.name == "sqlite":
            return together(connection, *asked), real_now()
        *found, told = together(connection, *asked, (_DATABASE_CLOCK, {}))
        instant: datetime = told[0].clock_timestamp
        return found, instant.astimezone(UTC)


_DATABASE_CLOCK = Prepared(select(func.clock_timestamp(type_=DateTime(timezone=True))))


class ManualClock:
    """Stands still until moved; kept in a file so that a restart finds it where it was.

    Begins at the real time of the first start. One process only (the embedded set-up).
    """

    manual = True

    def __init__(self, file: Path) -> None:
        self._file = file
        self._lock = threading.Lock()
        if not file.exists():
            self._write(real_now().replace(microsecond=0))
        self._now = datetime.fromisoformat(json.loads(file.read_text())["now"])

    def now(self, connection: Connection | None = None) -> datetime:  # noqa: ARG002
        return self._now

    def now_after(self, connection: Connection, *asked: Asked) -> tuple[list[Rows], datetime]:
        return together(connection, *asked), self.now(connection)

    def move(self, to: datetime) -> None:
        """Set the clock to `to`; written down before anyone sees it."""
        with self._lock:
            self._write(to)
            self._now = to

    def _write(self, instant: datetime) -> None:
        draft = self._file.with_suffix(".new")
        with draft.open("w") as out:
            json.dump({"now": instant.isoformat()}, out)
            out.flush()
            os.fsync(out.fileno())
        draft.replace(self._file)
