"""The kit's tables, the facts, and the tables published from them."""

from typing import Any

import sqlalchemy as sa
from alembic import op

from shared.db import Instant
from shared.kit_migrations import create_kit, drop_kit

revision = "0001"
down_revision = None

_SIDES = ("first", "second")
_OWN = (
    "looks",
    "published_tables",
    "disqualifications",
    "results",
    "matches",
    "rounds",
    "participants",
    "seasons",
)


def upgrade() -> None:
    create_kit()
    _create_seasons()
    _create_rounds()
    _create_results()
    _create_published()
    _create_looks()


def downgrade() -> None:
    for table in _OWN:
        op.drop_table(table)
    drop_kit()


def _id(name: str, **options: Any) -> sa.Column[str]:
    return sa.Column(name, sa.String(36), **options)


def _create_seasons() -> None:
    op.create_table(
        "seasons",
        _id("id", primary_key=True),
        sa.Column("name", sa.String(200)),
        sa.Column("format", sa.String(32)),
        sa.Column("time_zone", sa.String(64)),
        sa.Column("points", sa.JSON),
        sa.Column("rounds", sa.Integer),
        sa.Column("pages", sa.Integer),
        sa.Column("last_round", sa.Integer),
    )
    op.create_table(
        "participants",
        _id("season_id", primary_key=True),
        _id("account_id", primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("page", sa.Integer, nullable=False),
        sa.UniqueConstraint("season_id", "number", name="one_lot_each"),
    )


def _create_rounds() -> None:
    op.create_table(
        "rounds",
        _id("season_id", primary_key=True),
        sa.Column("round", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("paired", sa.Boolean, nullable=False),
        sa.Column("preparing_from", Instant),
        sa.Column("closes_at", Instant),
        sa.Column("times_revision", sa.Integer, nullable=False),
        sa.Column("matches", sa.Integer),
        _id("bye"),
    )
    op.create_table(
        "matches",
        _id("match_id", primary_key=True),
        _id("season_id", nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
    )


def _create_results() -> None:
    op.create_table(
        "results",
        _id("match_id", primary_key=True),
        sa.Column("revision", sa.Integer, primary_key=True, autoincrement=False),
        _id("season_id", nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        _id("first", nullable=False),
        _id("second", nullable=False),
        sa.Column("outcome", sa.String(8), nullable=False),
        sa.Column("by", sa.String(32), nullable=False),
        *(sa.Column(f"{side}_played", sa.Boolean, nullable=False) for side in _SIDES),
        *(sa.Column(f"{side}_attempts", sa.Integer, nullable=False) for side in _SIDES),
        *(sa.Column(f"{side}_solved", sa.Boolean, nullable=False) for side in _SIDES),
        *(sa.Column(f"{side}_points", sa.Integer, nullable=False) for side in _SIDES),
        sa.Column("attempt_difference", sa.Integer, nullable=False),
        sa.Column("annulled", sa.Boolean, nullable=False),
        sa.Column("act", sa.Integer),
        sa.Column("acts", sa.Integer, nullable=False),
        sa.UniqueConstraint("season_id", "act", name="one_result_an_act"),
    )
    op.create_index("ix_results_counted", "results", ["season_id", "revision", "round", "acts"])
    op.create_table(
        "disqualifications",
        _id("season_id", primary_key=True),
        sa.Column("act", sa.Integer, primary_key=True, autoincrement=False),
        _id("account_id", nullable=False),
        sa.Column("last_round", sa.Integer),
    )


def _create_published() -> None:
    op.create_table(
        "published_tables",
        _id("season_id", primary_key=True),
        sa.Column("round", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("revision", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("act", sa.Integer, nullable=False),
        sa.Column("published_at", Instant, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("rows", sa.JSON, nullable=False),
    )


def _create_looks() -> None:
    op.create_table(
        "looks",
        sa.Column(
            "id",
            sa.BigInteger().with_variant(sa.Integer, "sqlite"),
            primary_key=True,
            autoincrement=True,
        ),
        _id("season_id", nullable=False),
        sa.Column("due_at", Instant),
        sa.Column("correlation_id", sa.String(128), nullable=False),
        sa.Column("causation_id", sa.String(128)),
        sa.Column("traceparent", sa.String(128)),
    )
    op.create_index("ix_looks_season_id", "looks", ["season_id"])
    op.create_index("ix_looks_due_at", "looks", ["due_at"])
