"""The kit's note of who is being told again what it keeps, and whether maintenance is on."""

import sqlalchemy as sa
from alembic import op

from shared.db import Instant
from shared.kit_migrations import create_snapshots, drop_snapshots

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    create_snapshots()
    op.create_table(
        "maintenance",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("reason", sa.String(200), nullable=False),
        sa.Column("since", Instant, nullable=False),
        sa.CheckConstraint("id = 1", name="one_maintenance"),
    )


def downgrade() -> None:
    op.drop_table("maintenance")
    drop_snapshots()
