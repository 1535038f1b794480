"""Logins of browsers, kept for the web client."""

import sqlalchemy as sa
from alembic import op

from shared.db import Instant

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.create_table(
        "web_sessions",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("sealed", sa.Text, nullable=False),
        sa.Column("refreshing_until", Instant),
        sa.Column("expires_at", Instant, nullable=False),
    )
    op.create_index("ix_web_sessions_expires_at", "web_sessions", ["expires_at"])


def downgrade() -> None:
    op.drop_table("web_sessions")
