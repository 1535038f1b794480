"""Tables that are kept for the other player of a duel."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("private_tables", sa.Column("rematch_of", sa.String(36)))
    op.create_index("ix_private_tables_rematch_of", "private_tables", ["rematch_of"], unique=True)


def downgrade() -> None:
    op.drop_index("ix_private_tables_rematch_of", "private_tables")
    op.drop_column("private_tables", "rematch_of")
