"""Who is a guest."""

import sqlalchemy as sa
from alembic import op

from shared.db import Id

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table("ladder_guests", sa.Column("account_id", Id, primary_key=True))


def downgrade() -> None:
    op.drop_table("ladder_guests")
