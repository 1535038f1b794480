"""Which results are under review."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "reviews",
        sa.Column("match_id", sa.String(36), primary_key=True),
        sa.Column("under_review", sa.Boolean, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("reviews")
