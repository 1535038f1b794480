"""The tables every service has beside its own: outbox, inbox, dead letters, answers, names."""

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    text,
)
from sqlalchemy.dialects.postgresql.base import ischema_names
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import FunctionElement
from sqlalchemy.types import UserDefinedType

from shared.db import Id, Instant

KIT = MetaData()


class TransactionId(UserDefinedType[int]):
    """The id of the writing transaction, by which the relay knows that none is still ahead."""

    cache_ok = True

    def get_col_spec(self, **_: Any) -> str:
        return "xid8"


# Where a database is read back, as when models and migrations are compared.
ischema_names["xid8"] = TransactionId


class current_transaction(FunctionElement[int]):  # reads as SQL does
    """PostgreSQL's transaction id; 0 in SQLite, where transactions commit one after another."""

    type = TransactionId()
    inherit_cache = True


@compiles(TransactionId, "sqlite")
def _transaction_type_in_sqlite(_type: Any, _compiler: Any, **_: Any) -> str:
    return "INTEGER"


@compiles(current_transaction, "sqlite")
def _transaction_in_sqlite(_element: Any, _compiler: Any, **_: Any) -> str:
    return "0"


@compiles(current_transaction, "postgresql")
def _transaction_in_postgres(_element: Any, _compiler: Any, **_: Any) -> str:
    return "pg_current_xact_id()"


_Sequence = BigInteger().with_variant(Integer, "sqlite")

# Column names are those of Debezium's outbox router, so that it could replace the relay.
outbox = Table(
    "outbox",
    KIT,
    Column("seq", _Sequence, primary_key=True, autoincrement=True),
    Column("id", Id, nullable=False, unique=True),
    Column("aggregatetype", String(32), nullable=False),
    Column("aggregateid", String(64), nullable=False),
    Column("type", String(64), nullable=False),
    Column("payload", Text, nullable=False),
    Column("stored_at", Instant, nullable=False),
    Column("correlation_id", String(128), nullable=False),
    Column("causation_id", String(128)),
    Column("traceparent", String(128)),
    Column("published_at", Instant),
    Column("xid", TransactionId, nullable=False, server_default=current_transaction()),
    sqlite_autoincrement=True,
)
Index(
    "outbox_unpublished",
    outbox.c.seq,
    sqlite_where=outbox.c.published_at.is_(None),
    postgresql_where=outbox.c.published_at.is_(None),
)

# Which events went to which service as its how-manieth of ours: what a listener that misses
# one asks for. Only kept where the bus could lose one (see `shared.messaging.reconciliation`).
sent = Table(
    "sent",
    KIT,
    Column("consumer", String(32), primary_key=True),
    Column("position", _Sequence, primary_key=True, autoincrement=False),
    Column("seq", _Sequence, nullable=False, index=True),
)

inbox = Table(
    "inbox",
    KIT,
    Column("id", Id, primary_key=True),
    Column("type", String(64), nullable=False),
    Column("handled_at", Instant, nullable=False, index=True),
    Column("source", String(32), nullable=False),
    Column("position", _Sequence),
)
Index("inbox_positions", inbox.c.source, inbox.c.position)

# Up to which position a service has everything from `source`, without a gap.
heads = Table(
    "heads",
    KIT,
    Column("source", String(32), primary_key=True),
    Column("position", _Sequence, nullable=False),
)

# Who is being told again what it keeps of ours (see `shared.messaging.snapshots`): in which
# chapter, and up to where in it. `due_at` orders this work among all that is due.
snapshots = Table(
    "snapshots",
    KIT,
    Column("asker", String(32), primary_key=True),
    Column("types", Text, nullable=False),
    Column("chapter", Integer, nullable=False),
    Column("reached", Text, nullable=False),
    Column("due_at", Instant, nullable=False),
)

dead_letters = Table(
    "dead_letters",
    KIT,
    Column("id", Id, primary_key=True),
    Column("type", String(64), nullable=False),
    Column("envelope", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("buried_at", Instant, nullable=False, index=True),
    Column("attempts", Integer, nullable=False, server_default=text("0")),
)

# The first answer to a request with an Idempotency-Key, kept in the effect's own transaction.
answers = Table(
    "answers",
    KIT,
    Column("caller", String(64), primary_key=True),
    Column("key", String(255), primary_key=True),
    Column("fingerprint", String(64), nullable=False),
    Column("status", Integer),
    Column("headers", Text),
    Column("body", Text),
    Column("asked_at", Instant, nullable=False, index=True),
)

# What others are called now. `revision` counts names: -1 none yet, 0 learnt from a caller's own
# token, from 1 on as the gateway counts.
names = Table(
    "names",
    KIT,
    Column("account_id", Id, primary_key=True),
    Column("display_name", String(80)),
    Column("revision", Integer, nullable=False, server_default=text("-1")),
    Column("suspension_revision", Integer, nullable=False, server_default=text("-1")),
    Column("suspended", Boolean, nullable=False, server_default=text("false")),
    Column("deleted", Boolean, nullable=False, server_default=text("false")),
)
