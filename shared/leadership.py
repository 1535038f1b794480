"""Of many workers of a service one is active: whoever holds a lock in the service's database.

Relay and timers ask before every turn. Beside SQLite there is one process and nothing to ask.
"""

from typing import Any, Protocol, runtime_checkable

import structlog
from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import SQLAlchemyError

from shared.loops import Loop

log = structlog.get_logger()

STAND_BY_SECONDS = 1.0
CHANNEL = "justa_outbox"


class Leadership(Protocol):
    held: bool

    def mine(self) -> bool:
        """Whether this process is the active one just now."""

    def rest(self, loop: Loop, seconds: float) -> None:
        """Wait for `seconds`, or until there may be something to do."""

    def release(self) -> None: ...


class SoleLeadership:
    """The only process there is."""

    held = True

    def mine(self) -> bool:
        return True

    def rest(self, loop: Loop, seconds: float) -> None:
        loop.rest(seconds)

    def release(self) -> None:
        return None


class LockLeadership:
    """Holds an advisory lock on a connection of its own; with the connection goes the lock.

    The same connection listens for `NOTIFY`, so that a commit in another process wakes us.
    """

    def __init__(self, engine: Engine, key: int, *, listens: bool) -> None:
        self._engine, self._key, self._listens = engine, key, listens
        self._connection: Connection | None = None
        self.held = False

    def mine(self) -> bool:
        try:
            return self._still_held() if self.held else self._try()
        except SQLAlchemyError as error:
            log.warning("leadership_lost", error=repr(error))
            self.release()
            return False

    def rest(self, loop: Loop, seconds: float) -> None:
        if not (self.held and self._listens):
            loop.rest(seconds if self.held else STAND_BY_SECONDS)
        elif not loop.stopping:
            self._await_notice(seconds)

    def release(self) -> None:
        connection, self._connection, self.held = self._connection, None, False
        if connection is not None:
            # The lock lives as long as the session does: the pool must not keep it.
            connection.invalidate()
            connection.close()

    def _try(self) -> bool:
        connection = self._open()
        taken = connection.execute(text("SELECT pg_try_advisory_lock(:key)"), {"key": self._key})
        self.held = bool(taken.scalar_one())
        if self.held and self._listens:
            connection.execute(text(f"LISTEN {CHANNEL}"))
        return self.held

    def _still_held(self) -> bool:
        self._open().execute(text("SELECT 1"))
        return True

    def _await_notice(self, seconds: float) -> None:
        driver: Any = self._open().connection.driver_connection
        try:
            for _ in driver.notifies(timeout=seconds, stop_after=1):
                pass
        except Exception as error:
            log.warning("listening_failed", error=repr(error))
            self.release()

    def _open(self) -> Connection:
        if self._connection is None:
            options = {"isolation_level": "AUTOCOMMIT"}
            self._connection = self._engine.connect().execution_options(**options)
        return self._connection


RELAY_LOCK = 0x4A01
TIMER_LOCK = 0x4A02
RECONCILIATION_LOCK = 0x4A03


def leadership(engine: Engine, key: int, *, listens: bool = False) -> Leadership:
    """The leadership that fits `engine`."""
    if engine.dialect.name == "sqlite":
        return SoleLeadership()
    return LockLeadership(engine, key, listens=listens)


# The first commit after a while is told at once; the next ones together, so long after it.
NOTICE_SECONDS = 0.01
# One round trip, and no waiting for the disk: a notice has nothing to lose but itself.
_NOTICE = f"BEGIN; SET LOCAL synchronous_commit = off; NOTIFY {CHANNEL}; COMMIT"


@runtime_checkable
class Led(Protocol):
    """Work that of many processes only the active one does."""

    name: str

    @property
    def leads(self) -> bool: ...


class Notifier(Loop):
    """Tells the active relay, wherever it runs, that something was committed.

    Many commits make one NOTIFY: inside the transactions it would make their commits wait for
    each other on one lock of the whole server.
    """

    def __init__(self, engine: Engine, name: str) -> None:
        super().__init__(f"{name}-notifier")
        self._engine = engine

    def turn(self) -> None:
        if self.rest(5.0):
            with self._engine.connect().execution_options(isolation_level="AUTOCOMMIT") as line:
                line.exec_driver_sql(_NOTICE)
            self._stopping.wait(NOTICE_SECONDS)
