"""Which signals operators have dealt with."""

import sqlalchemy as sa
from alembic import op

from shared.db import Instant

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.add_column("signals", sa.Column("seen_at", Instant))
    op.add_column("signals", sa.Column("seen_by", sa.String(36)))
    new = sa.text("seen_at IS NULL")
    op.create_index("ix_signals_new", "signals", ["id"], sqlite_where=new, postgresql_where=new)


def downgrade() -> None:
    op.drop_index("ix_signals_new", "signals")
    op.drop_column("signals", "seen_by")
    op.drop_column("signals", "seen_at")
