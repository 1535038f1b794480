"""Reminders by mail: who wants them, of what, and each once."""

import sqlalchemy as sa
from alembic import op

from shared.db import Instant

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "mail_wishes",
        sa.Column("account_id", sa.String(36), sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("reminders", sa.Boolean, nullable=False),
    )
    op.create_table(
        "reminders",
        sa.Column("account_id", sa.String(36), sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("kind", sa.String(16), primary_key=True),
        sa.Column("about", sa.String(36), primary_key=True),
        sa.Column("until", Instant, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("try_after", Instant),
        sa.Column("made_at", Instant, nullable=False),
    )
    op.create_index("ix_reminders_try_after", "reminders", ["try_after"])
    op.create_index("ix_reminders_made_at", "reminders", ["made_at"])
    _create_played()


def downgrade() -> None:
    for table in ("played_matches", "played_rounds", "reminders", "mail_wishes"):
        op.drop_table(table)


def _create_played() -> None:
    op.create_table(
        "played_rounds",
        sa.Column("season_id", sa.String(36), primary_key=True),
        sa.Column("round", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("preparing_from", Instant),
        sa.Column("solving_from", Instant),
        sa.Column("closes_at", Instant),
        sa.Column("times_revision", sa.Integer, nullable=False),
        sa.Column("step", sa.Integer, nullable=False),
        sa.Column("due_at", Instant),
        sa.Column("reached", sa.String(36), nullable=False),
    )
    op.create_index("ix_played_rounds_due_at", "played_rounds", ["due_at"])
    op.create_table(
        "played_matches",
        sa.Column("match_id", sa.String(36), primary_key=True),
        sa.Column("season_id", sa.String(36), nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("first", sa.String(36), nullable=False),
        sa.Column("second", sa.String(36), nullable=False),
        sa.Column("over", sa.Boolean, nullable=False),
    )
    op.create_index("played_matches_of", "played_matches", ["season_id", "round", "match_id"])
