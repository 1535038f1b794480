"""Databases: engines for SQLite and PostgreSQL, and the column types both agree on.

SQLite runs in WAL mode with full syncing, and every writing transaction starts with
BEGIN IMMEDIATE: a read that turns into a write is not covered by SQLite's busy time-out.
"""

import select
from datetime import UTC, datetime
from functools import partial
from typing import Any

from sqlalchemy import Connection, DateTime, Dialect, Engine, String, create_engine, event
from sqlalchemy.exc import DisconnectionError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.types import TypeDecorator

BUSY_SECONDS = 5
POOL_OVERFLOW = 4

# A long writing transaction in one database holds back the relays of all services on the same
# server, so none may last. A migration lifts the limits for itself.
_POSTGRES_LIMITS = (
    "-c statement_timeout=5s -c lock_timeout=5s -c idle_in_transaction_session_timeout=5s"
)
# One snapshot for all that is read: SQLite's plain BEGIN has it by itself.
READ_ONLY: dict[str, dict[str, Any]] = {
    "sqlite": {"justa_read_only": True},
    "postgresql": {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True},
}


class Instant(TypeDecorator[datetime]):
    """An aware UTC instant; kept without its zone where the database knows none (SQLite)."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("an instant needs a time zone")
        instant = value.astimezone(UTC)
        return instant.replace(tzinfo=None) if dialect.name == "sqlite" else instant

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if dialect.name == "sqlite" else value.astimezone(UTC)


Id = String(36)

# Drivers give time-outs of statements and locks, deadlocks and lost connections as one kind.
AWAY = (OperationalError, InterfaceError, PoolTimeout)
# All but one: on a busy machine the server ends the transaction of whoever gets no turn.
_AS_ALL_TIMEOUTS = {"IdleInTransactionSessionTimeout": "OperationalError"}


def open_engine(url: str, *, pool_size: int = 8) -> Engine:
    """An engine for `url`, never connected before the process has forked."""
    if url.startswith("sqlite"):
        engine = create_engine(
            url,
            pool_size=pool_size,
            max_overflow=-1,
            hide_parameters=True,
            connect_args={"timeout": BUSY_SECONDS, "check_same_thread": False},
        )
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        return engine
    engine = create_engine(
        url,
        pool_size=pool_size,
        max_overflow=POOL_OVERFLOW,
        # A code that a failing statement carries is nothing for a log, nor for a dead letter.
        hide_parameters=True,
        connect_args={"options": _POSTGRES_LIMITS, "connect_timeout": BUSY_SECONDS},
    )
    engine.dialect.dbapi_exception_translation_map = _AS_ALL_TIMEOUTS
    event.listen(engine, "checkout", partial(_require_alive, engine))
    return engine


def _require_alive(engine: Engine, connection: Any, _record: Any, _proxy: Any) -> None:
    """Have the pool replace a connection on which the server has hung up.

    An idle one has nothing to say: only where there is something is it asked, which is a round
    trip that every request would wait for.
    """
    waiting = select.poll()
    try:
        waiting.register(connection.pgconn.socket, select.POLLIN)
        if waiting.poll(0):
            engine.dialect.do_ping(connection)
    except engine.dialect.loaded_dbapi.Error as error:
        raise DisconnectionError from error


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    # The driver's own transaction handling would begin late and lock late.
    connection.isolation_level = None
    for pragma in (
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        "cache_size=-20000",
        "temp_store=MEMORY",
    ):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    read_only = connection.get_execution_options().get("justa_read_only", False)
    connection.exec_driver_sql("BEGIN" if read_only else "BEGIN IMMEDIATE")
