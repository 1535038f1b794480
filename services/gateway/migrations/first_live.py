"""Version 1 of the tables about live events; frozen."""

import sqlalchemy as sa
from alembic import op

from shared.db import Instant

_COUNTER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def create_live() -> None:
    op.create_table(
        "live_events",
        sa.Column("seq", _COUNTER, primary_key=True, autoincrement=True),
        sa.Column("audience", sa.String(36), nullable=False),
        sa.Column("number", _COUNTER, nullable=False),
        sa.Column("type", sa.String(32), nullable=False),
        sa.Column("data", sa.JSON, nullable=False),
        sa.Column("stored_at", Instant, nullable=False),
    )
    op.create_index("live_events_of", "live_events", ["audience", "number"], unique=True)
    op.create_index("ix_live_events_stored_at", "live_events", ["stored_at"])
    op.create_table(
        "live_counts",
        sa.Column("audience", sa.String(36), primary_key=True),
        sa.Column("count", _COUNTER, nullable=False),
    )
    _create_seasons()


def drop_live() -> None:
    for table in ("live_tables", "live_rounds", "live_seasons", "live_counts", "live_events"):
        op.drop_table(table)


def _create_seasons() -> None:
    op.create_table(
        "live_seasons",
        sa.Column("season_id", sa.String(36), primary_key=True),
        sa.Column("swiss", sa.Boolean, nullable=False),
        sa.Column("announced", sa.Boolean, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("over", sa.Boolean, nullable=False),
        sa.Column("steps", sa.Integer, nullable=False),
    )
    op.create_table(
        "live_rounds",
        sa.Column("season_id", sa.String(36), primary_key=True),
        sa.Column("round", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("paired", sa.Boolean, nullable=False),
        sa.Column("preparing_from", Instant),
        sa.Column("times_revision", sa.Integer, nullable=False),
    )
    op.create_index("ix_live_rounds_preparing_from", "live_rounds", ["preparing_from"])
    op.create_table(
        "live_tables",
        sa.Column("season_id", sa.String(36), primary_key=True),
        sa.Column("round", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("revision", sa.Integer, nullable=False),
    )
