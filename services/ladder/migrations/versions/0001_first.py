"""The kit's tables, and ladder seasons."""

import sqlalchemy as sa
from alembic import op

from shared.db import Instant
from shared.kit_migrations import create_kit, drop_kit

revision = "0001"
down_revision = None


def upgrade() -> None:
    create_kit()
    calendar = op.create_table(
        "ladder_calendar",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.CheckConstraint("id = 1", name="one_calendar"),
    )
    op.bulk_insert(calendar, [{"id": 1}])
    op.create_table(
        "ladder_seasons",
        sa.Column("id", sa.String(36), primary_key=True),
        sa.Column("name", sa.String(120), nullable=False),
        sa.Column("starts_at", Instant, nullable=False, unique=True),
        sa.Column("ends_at", Instant, nullable=False),
        sa.Column("settings", sa.JSON, nullable=False),
        sa.Column("created_by", sa.String(36), nullable=False),
        sa.Column("created_at", Instant, nullable=False),
        sa.CheckConstraint("starts_at < ends_at", name="ends_after_start"),
    )


def downgrade() -> None:
    op.drop_table("ladder_seasons")
    op.drop_table("ladder_calendar")
    drop_kit()
