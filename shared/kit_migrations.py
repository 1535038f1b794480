"""The kit's tables as the services' migrations make them; what stands is frozen, new ones add."""

import sqlalchemy as sa
from alembic import op

from shared.db import Instant
from shared.tables import TransactionId, current_transaction

_Sequence = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def create_kit() -> None:
    """Outbox, inbox, dead letters, answers and names, as of version 1."""
    _create_outbox()
    op.create_table(
        "inbox",
        sa.Column("id", sa.String(36), primary_key=True),
        sa.Column("type", sa.String(64), nullable=False),
        sa.Column("handled_at", Instant, nullable=False),
        sa.Column("source", sa.String(32), nullable=False),
        sa.Column("position", _Sequence),
    )
    op.create_index("ix_inbox_handled_at", "inbox", ["handled_at"])
    op.create_index("inbox_positions", "inbox", ["source", "position"])
    _create_streams()
    op.create_table(
        "dead_letters",
        sa.Column("id", sa.String(36), primary_key=True),
        sa.Column("type", sa.String(64), nullable=False),
        sa.Column("envelope", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("buried_at", Instant, nullable=False),
    )
    _create_answers()
    _create_names()


def drop_kit() -> None:
    for table in ("names", "answers", "dead_letters", "heads", "sent", "inbox", "outbox"):
        op.drop_table(table)


def create_snapshots() -> None:
    """Version 2: who is being told again what it keeps of ours."""
    op.create_table(
        "snapshots",
        sa.Column("asker", sa.String(32), primary_key=True),
        sa.Column("types", sa.Text, nullable=False),
        sa.Column("chapter", sa.Integer, nullable=False),
        sa.Column("reached", sa.Text, nullable=False),
        sa.Column("due_at", Instant, nullable=False),
    )


def drop_snapshots() -> None:
    op.drop_table("snapshots")


def extend_dead_letters() -> None:
    """Version 3: how often a dead letter was tried, and reading them in the order they came."""
    attempts = sa.Column("attempts", sa.Integer, nullable=False, server_default=sa.text("0"))
    op.add_column("dead_letters", attempts)
    op.create_index("ix_dead_letters_buried_at", "dead_letters", ["buried_at"])


def shrink_dead_letters() -> None:
    op.drop_index("ix_dead_letters_buried_at", "dead_letters")
    op.drop_column("dead_letters", "attempts")


def _create_streams() -> None:
    op.create_table(
        "sent",
        sa.Column("consumer", sa.String(32), primary_key=True),
        sa.Column("position", _Sequence, primary_key=True, autoincrement=False),
        sa.Column("seq", _Sequence, nullable=False),
    )
    op.create_index("ix_sent_seq", "sent", ["seq"])
    op.create_table(
        "heads",
        sa.Column("source", sa.String(32), primary_key=True),
        sa.Column("position", _Sequence, nullable=False),
    )


def _create_outbox() -> None:
    op.create_table(
        "outbox",
        sa.Column("seq", _Sequence, primary_key=True, autoincrement=True),
        sa.Column("id", sa.String(36), nullable=False, unique=True),
        sa.Column("aggregatetype", sa.String(32), nullable=False),
        sa.Column("aggregateid", sa.String(64), nullable=False),
        sa.Column("type", sa.String(64), nullable=False),
        sa.Column("payload", sa.Text, nullable=False),
        sa.Column("stored_at", Instant, nullable=False),
        sa.Column("correlation_id", sa.String(128), nullable=False),
        sa.Column("causation_id", sa.String(128)),
        sa.Column("traceparent", sa.String(128)),
        sa.Column("published_at", Instant),
        sa.Column("xid", TransactionId, nullable=False, server_default=current_transaction()),
        sqlite_autoincrement=True,
    )
    unpublished = sa.text("published_at IS NULL")
    op.create_index(
        "outbox_unpublished",
        "outbox",
        ["seq"],
        sqlite_where=unpublished,
        postgresql_where=unpublished,
    )


def _create_answers() -> None:
    op.create_table(
        "answers",
        sa.Column("caller", sa.String(64), primary_key=True),
        sa.Column("key", sa.String(255), primary_key=True),
        sa.Column("fingerprint", sa.String(64), nullable=False),
        sa.Column("status", sa.Integer),
        sa.Column("headers", sa.Text),
        sa.Column("body", sa.Text),
        sa.Column("asked_at", Instant, nullable=False),
    )
    op.create_index("ix_answers_asked_at", "answers", ["asked_at"])


def _create_names() -> None:
    op.create_table(
        "names",
        sa.Column("account_id", sa.String(36), primary_key=True),
        sa.Column("display_name", sa.String(80)),
        sa.Column("revision", sa.Integer, nullable=False, server_default=sa.text("-1")),
        sa.Column("suspension_revision", sa.Integer, nullable=False, server_default=sa.text("-1")),
        sa.Column("suspended", sa.Boolean, nullable=False, server_default=sa.text("false")),
        sa.Column("deleted", sa.Boolean, nullable=False, server_default=sa.text("false")),
    )
