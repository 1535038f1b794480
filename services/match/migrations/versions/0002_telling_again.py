"""What is needed to tell results and departures again exactly as they were told first.

Results of before count no acts, and departures of before carry no last round.
"""

import sqlalchemy as sa
from alembic import op

from shared.kit_migrations import create_snapshots, drop_snapshots

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    create_snapshots()
    op.add_column(
        "results", sa.Column("acts", sa.Integer, nullable=False, server_default=sa.text("0"))
    )
    op.execute("UPDATE results SET acts = act WHERE act IS NOT NULL")
    op.add_column("bars", sa.Column("last_round", sa.Integer))


def downgrade() -> None:
    op.drop_column("bars", "last_round")
    op.drop_column("results", "acts")
    drop_snapshots()
