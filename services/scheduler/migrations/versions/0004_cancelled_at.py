"""When a season was cancelled; not known of those that were before."""

import sqlalchemy as sa
from alembic import op

from shared.db import Instant

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("seasons", sa.Column("cancelled_at", Instant))


def downgrade() -> None:
    op.drop_column("seasons", "cancelled_at")
